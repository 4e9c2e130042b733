import { createHash } from "node:crypto";
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  renameSync,
  rmSync,
  type Stats,
  utimesSync,
} from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { RefoldError } from "../errors.js";
import { partialOf, writePartial } from "../sessions/partial-file.js";
import { isSystemError, storageError, systemErrorCode } from "../store/errors.js";
import { nodeFileSystem } from "../store/jsonl/file-system.js";
import type { KeptFile } from "./catalog.js";
import { vaultDamaged } from "./errors.js";
import { type FoundKept, placeOf } from "./find-kept.js";
import { SourceFile } from "./source-file.js";
import type { Vault } from "./vault.js";

export interface RestoreOptions {
  /** Stands in for the home; absent: the home itself. */
  readonly to?: string | undefined;
  /** Nobody needs the file after a power cut: the disk is not waited for. */
  readonly isTemporary?: boolean;
  /** Called before a file that differs is overwritten; absent: it is not. */
  readonly keepPresent?: ((path: string) => Promise<void>) | undefined;
}

/** `written`: it was not there; `same`: it was, byte for byte; `replaced`: another stood there, and was kept. */
export type RestoreOutcome = "written" | "same" | "replaced";

export interface Restored extends FoundKept {
  /** Where it is now. */
  readonly path: string;
  readonly outcome: RestoreOutcome;
}

/**
 * Puts a generation's content where its file was, with its time (to the microsecond) and its permissions. The
 * file appears whole or not at all.
 * @throws {RefoldError} `file-exists`: another stands there, and `keepPresent` is absent, or it is no file
 * @throws {RefoldError} `vault-damaged`, `write-failed`, `disk-full`; nothing was changed
 */
export async function restoreFile(
  vault: Vault,
  kept: FoundKept,
  { to, keepPresent, isTemporary = false }: RestoreOptions = {},
): Promise<Restored> {
  const path = restorePath(kept.file, to);
  try {
    const present = statusOf(path);
    if (present !== null && isSameContent(path, present, kept)) {
      return { ...kept, path, outcome: "same" };
    }
    if (present !== null && (keepPresent === undefined || !present.isFile())) {
      throw otherFile(path, present.isFile());
    }
    const temporary = await writeBeside(path, vault, { ...kept, isTemporary });
    try {
      if (present !== null) await keepPresent?.(path);
      if (present === null) linkOrRename(temporary, path);
      else renameSync(temporary, path);
    } finally {
      rmSync(temporary, { force: true });
    }
    if (!isTemporary) nodeFileSystem.syncFolder(dirname(path));
    return { ...kept, path, outcome: present === null ? "written" : "replaced" };
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST") throw otherFile(path, true);
    throw isSystemError(error) ? storageError(path, "restoring", error) : error;
  }
}

/** A link refuses what appeared meanwhile; not every file system has them. */
function linkOrRename(temporary: string, path: string): void {
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (systemErrorCode(error) === "EEXIST" || statusOf(path) !== null) throw error;
    renameSync(temporary, path);
  }
}

/** Where a file is restored to. @throws {RefoldError} `vault-damaged`: a vault of somebody else's names a place outside of its home */
export function restorePath(file: KeptFile, to: string | undefined): string {
  const base = resolve(to ?? file.home);
  const path = join(base, file.path);
  const way = relative(base, path);
  if (way !== "" && way.split(sep)[0] !== "..") return path;
  throw vaultDamaged({ file: placeOf(file), byte: null }, "its path leads out of its home");
}

function statusOf(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}

function isSameContent(path: string, present: Stats, { generation }: FoundKept): boolean {
  if (!present.isFile() || present.size !== generation.bytes) return false;
  const source = new SourceFile(path);
  try {
    const sha256 = source.sha256(generation.bytes);
    return sha256 === generation.sha256 && source.look().sizeBytes === generation.bytes;
  } finally {
    source.close();
  }
}

/** Writes a generation under another name in the folder of a path. */
async function writeBeside(
  path: string,
  vault: Vault,
  { file, generation, isTemporary }: FoundKept & { readonly isTemporary: boolean },
): Promise<string> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = partialOf(path, process.pid);
  const sum = createHash("sha256");
  const content = async function* () {
    for await (const bytes of vault.read(generation)) {
      sum.update(bytes);
      yield bytes;
    }
  };
  try {
    await writePartial(path, content(), { isTemporary });
    if (sum.digest("hex") !== generation.sha256) {
      throw vaultDamaged(
        { file: placeOf(file), byte: null },
        `generation ${generation.id} is not what it was`,
      );
    }
    const seconds = Number(generation.modifiedNs) / 1e9;
    utimesSync(temporary, seconds, seconds);
    chmodSync(temporary, generation.mode & 0o777);
    return temporary;
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

function otherFile(path: string, isFile: boolean): RefoldError<"file-exists"> {
  const text = isFile
    ? {
        message: `${path} is not overwritten: it differs from what is restored`,
        remedy: "Restore to another folder (--to), or say --force: what is there is kept first.",
      }
    : {
        message: `${path} is not overwritten: it is no plain file`,
        remedy: "Move it away, or restore to another folder (--to).",
      };
  return new RefoldError("file-exists", { path }, text);
}
