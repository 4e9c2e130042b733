import { lstatSync, mkdirSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { RefoldError } from "../errors.js";
import { isSystemError, systemErrorCode } from "../store/errors.js";
import type { KeptFile } from "./catalog.js";
import { type FoundKept, newestWithContent, placeOf } from "./find-kept.js";
import { freeBytesAt } from "./free-bytes.js";
import { restoreFile } from "./restore.js";
import type { Vault } from "./vault.js";

/** Every session of a vault as a file, for those who read folders. */
export interface VaultView {
  readonly folder: string;
  /** Where a file of the view was, or is. */
  placeOf(path: string): string;
}

/**
 * Fills a folder with every session of a vault as it was kept last. A file that is still in its place as
 * it was kept is a link there; of all others the content is written.
 * @throws {RefoldError} `disk-full`: there is no room for these
 */
export async function fillVaultView(vault: Vault, folder: string): Promise<VaultView> {
  const places = new Map<string, string>();
  const homes = new Map<string, string>();
  const missing: { readonly found: FoundKept; readonly to: string }[] = [];
  for (const file of vault.files()) {
    const generation = file.role === "session" ? newestWithContent(file) : undefined;
    if (generation === undefined) continue;
    const to = homeIn(folder, homes, file);
    places.set(join(to, file.path), placeOf(file));
    if (isStill({ file, generation })) link(file, to);
    else missing.push({ found: { file, generation }, to });
  }
  refuseNoRoom(
    folder,
    missing.reduce((sum, { found }) => sum + found.generation.bytes, 0),
  );
  for (const { found, to } of missing) await restoreFile(vault, found, { to, isTemporary: true });
  return { folder, placeOf: (path) => places.get(path) ?? path };
}

/** The folder that stands for a file's home: named like it, so that people know it. */
function homeIn(folder: string, homes: Map<string, string>, { tool, home }: KeptFile): string {
  const key = `${tool}\n${home}`;
  const known = homes.get(key) ?? join(folder, `${homes.size + 1}-${basename(home)}`);
  homes.set(key, known);
  return known;
}

/** Whether the file in its place is the one that was kept, as far as size and time can tell. */
function isStill({ file, generation }: FoundKept): boolean {
  if (file.generations.at(-1) !== generation) return false;
  try {
    const status = lstatSync(placeOf(file), { bigint: true });
    return (
      status.isFile() &&
      Number(status.size) === generation.bytes &&
      status.mtimeNs === generation.modifiedNs
    );
  } catch (error) {
    if (isSystemError(error)) return false;
    throw error;
  }
}

function link(file: KeptFile, to: string): void {
  const path = join(to, file.path);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  symlinkSync(placeOf(file), path);
}

function refuseNoRoom(folder: string, neededBytes: number): void {
  let freeBytes: number;
  try {
    freeBytes = freeBytesAt(folder);
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    return; // writing will tell
  }
  if (freeBytes >= neededBytes) return;
  const text = {
    message: `${folder}: sessions that are only in the vault need ${neededBytes} bytes for a while, and ${freeBytes} are free`,
    remedy: "Name another folder by TMPDIR, or one session: refold replay NAME --vault.",
  };
  throw new RefoldError(
    "disk-full",
    { file: folder, errno: "ENOSPC", freeBytes, neededBytes },
    text,
  );
}
