import { dirname } from "node:path";
import { isRefoldError, type Holder, RefoldError, type VaultPlace } from "../errors.js";
import { holderWords, isNoRoom, storageError, systemErrorCode } from "../store/errors.js";
import type { HomeTool } from "../sessions/session-files.js";
import { freeBytesAt } from "./free-bytes.js";

const TOOL_NAMES: Readonly<Record<HomeTool, string>> = {
  codex: "Codex",
  claude: "Claude Code",
  pi: "pi",
};

/** A folder that was named as a tool's home has none of the folders that the tool makes in one. */
export function notAHome(path: string, tool: HomeTool): RefoldError<"not-a-home"> {
  const text = {
    message: `${path} is no home of ${TOOL_NAMES[tool]}: it has no folder of sessions`,
    remedy: "Name the home itself; a folder of sessions alone is named without an option.",
  };
  return new RefoldError("not-a-home", { path, tool }, text);
}

/** A file was named where a folder of sessions, or a tool's home, is meant. */
export function notAFolder(path: string): RefoldError<"not-a-home"> {
  const text = {
    message: `${path} is a file, not a folder`,
    remedy: "Name the folder that it is in: all sessions there are kept.",
  };
  return new RefoldError("not-a-home", { path, tool: null }, text);
}

/** A link in a home leads to another place. */
export function outsideHome(path: string, target: string): RefoldError<"outside-home"> {
  const text = {
    message: `${path} is a link to ${target}, outside of the home: it is not followed`,
    remedy: `Name ${target} too, if it has sessions.`,
  };
  return new RefoldError("outside-home", { path, target }, text);
}

/** There is no vault at that place. */
export function vaultMissing(path: string): RefoldError<"vault-missing"> {
  const message = `there is no vault: ${path} is not there`;
  const remedy = "make one with refold keep, or name the home that has it";
  return new RefoldError("vault-missing", { path }, { message, remedy });
}

/** A part of the vault is not what was written. */
export function vaultDamaged(place: VaultPlace, reason: string): RefoldError<"vault-damaged"> {
  const { file, byte } = place;
  const text = {
    message: `${file}${byte === null ? "" : `, at byte ${byte}`}: ${reason}`,
    remedy: "refold vault verify says which generations are whole",
  };
  return new RefoldError("vault-damaged", place, text);
}

/** Another process writes to the vault. */
export function vaultBusy(folder: string, holder: Holder): RefoldError<"vault-busy"> {
  const message = `${folder}: the vault is written to by ${holderWords(holder)}`;
  const remedy = "wait until it is done, and try again";
  return new RefoldError("vault-busy", { folder, holder }, { message, remedy });
}

/** The vault was written by a later version. */
export function needsNewerVault(file: string, version: number): RefoldError<"needs-newer-version"> {
  const message = `${file}: the vault has version ${version}, which needs a newer refold`;
  return new RefoldError("needs-newer-version", { file, version }, { message });
}

/** The disk has no room for what is to be written. All that was kept before is whole. */
function vaultFull(
  file: string,
  room: { readonly freeBytes: number | null; readonly neededBytes: number },
  cause: unknown,
): RefoldError<"disk-full"> {
  const { freeBytes, neededBytes } = room;
  const free = freeBytes === null ? "" : `, of which ${freeBytes} bytes are free`;
  const text = {
    message: `${file}: no room on the disk${free}; at least ${neededBytes} bytes are needed`,
    remedy: "make room, and try again: all that was kept before is whole",
  };
  return new RefoldError("disk-full", { file, errno: "ENOSPC", ...room }, text, { cause });
}

/** What names and sums take beside the content. */
const LEAST_ROOM_BYTES = 64 * 1024;

/** What the system refuses is told as the failure of the vault. @param contentBytes that are to be written */
export function asVaultFailure(error: unknown, folder: string, contentBytes = 0): unknown {
  const isFull = isRefoldError(error, "disk-full") || isNoRoom(error);
  const neededBytes = contentBytes + LEAST_ROOM_BYTES;
  if (isFull) return vaultFull(folder, { freeBytes: freeBytes(folder), neededBytes }, error);
  return systemErrorCode(error) === undefined
    ? error
    : storageError(folder, "writing to the vault", error);
}

/** Null: the system does not say. */
function freeBytes(folder: string): number | null {
  try {
    return freeBytesAt(dirname(folder));
  } catch {
    return null; // the failure itself is reported
  }
}
