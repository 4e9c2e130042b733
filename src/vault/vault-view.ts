import { lstatSync, mkdirSync, symlinkSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { rolloutName } from "../dialects/codex/rollout-name.js";
import { isRefoldError, RefoldError } from "../errors.js";
import { entry } from "../projections/stats/tally.js";
import type { SessionView, ViewedFile } from "../sessions/session-files.js";
import { isSystemError, systemErrorCode } from "../store/errors.js";
import type { KeptFile } from "./catalog.js";
import { type FoundKept, newestWithContent, placeOf } from "./find-kept.js";
import { freeBytesAt } from "./free-bytes.js";
import { KeptHistories } from "./history-files.js";
import { restoreFile } from "./restore.js";
import type { Vault } from "./vault.js";

/**
 * Every session of a vault as it was kept last, as a file below an empty folder, for those who read files: made
 * when it is asked for. One that is still in its place as it was kept is a link there, of all others the content
 * is written. Indexes are beside the vault, by the ids of generations.
 */
export class VaultView implements SessionView {
  readonly indexHome: string;
  readonly files: readonly ViewedFile[];
  readonly #kept = new Map<string, ViewedKept>();
  /** Paths of a Codex thread's files, of which each may need the others. */
  readonly #threads = new Map<string, string[]>();
  /** The folder that stands for a home. */
  readonly #homes = new Map<string, { readonly home: string; readonly folder: string }>();
  readonly #histories: KeptHistories;
  readonly #made = new Map<string, Promise<RefoldError | null>>();

  constructor(
    private readonly vault: Vault,
    private readonly folder: string,
  ) {
    this.#histories = new KeptHistories(vault);
    this.indexHome = vault.folder;
    this.files = vault.files().flatMap((file) => this.#viewed(file));
  }

  has(key: string): boolean {
    return this.vault.catalog.holds(key);
  }

  async prepare(path: string): Promise<RefoldError | null> {
    const kept = this.#kept.get(path);
    if (kept === undefined) return null;
    for (const { file } of (await this.#histories.filesOf(kept)).found) {
      await this.#make(join(this.#folderOf(file), file.path));
    }
    for (const other of this.#threads.get(threadOf(kept.file) ?? "") ?? []) await this.#make(other);
    return this.#make(path);
  }

  inPlace(text: string): string {
    let shown = text;
    for (const { home, folder } of this.#homes.values()) {
      shown = shown.replaceAll(folder + sep, home + sep);
    }
    return shown;
  }

  #viewed(file: KeptFile): readonly ViewedFile[] {
    const generation = file.role === "session" ? newestWithContent(file) : undefined;
    if (generation === undefined) return [];
    const to = this.#folderOf(file);
    const path = join(to, file.path);
    this.#kept.set(path, { file, generation, to });
    const thread = threadOf(file);
    if (thread !== null) entry(this.#threads, thread, (): string[] => []).push(path);
    const modifiedMs = Number(generation.modifiedNs / 1_000n) / 1_000;
    return [{ path, sizeBytes: generation.bytes, modifiedMs, key: generation.id }];
  }

  /** Named like the home, so that people know it. */
  #folderOf({ tool, home }: KeptFile): string {
    const name = (): string => join(this.folder, `${this.#homes.size + 1}-${basename(home)}`);
    return entry(this.#homes, `${tool}\n${home}`, () => ({ home, folder: name() })).folder;
  }

  #make(path: string): Promise<RefoldError | null> {
    const kept = this.#kept.get(path);
    if (kept === undefined) return Promise.resolve(null);
    return entry(this.#made, path, () => makeFile(this.vault, kept, path));
  }
}

interface ViewedKept extends FoundKept {
  /** The folder that stands for its home. */
  readonly to: string;
}

function threadOf({ tool, home, path }: KeptFile): string | null {
  const name = rolloutName(path);
  return name === null ? null : [tool, home, name.threadId].join("\n");
}

/** @returns why it could not be made; null: it is there */
async function makeFile(
  vault: Vault,
  { to, ...kept }: ViewedKept,
  path: string,
): Promise<RefoldError | null> {
  try {
    if (isStill(kept)) {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      symlinkSync(placeOf(kept.file), path);
      return null;
    }
    refuseNoRoom(dirname(to), kept.generation.bytes);
    await restoreFile(vault, kept, { to, isTemporary: true });
    return null;
  } catch (error) {
    if (isRefoldError(error, "vault-damaged")) return error;
    throw error;
  }
}

/** Whether the file in its place is the one that was kept, as far as size and time can tell. */
function isStill({ file, generation }: FoundKept): boolean {
  if (file.newest?.id !== generation.id) return false;
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
    message: `${folder}: a session that is only in the vault needs ${neededBytes} bytes for a while, and ${freeBytes} are free`,
    remedy: "Name another folder by TMPDIR, or one session: refold replay NAME --vault.",
  };
  throw new RefoldError(
    "disk-full",
    { file: folder, errno: "ENOSPC", freeBytes, neededBytes },
    text,
  );
}
