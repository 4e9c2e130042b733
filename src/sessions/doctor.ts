import { existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isRefoldError, type RefoldError } from "../errors.js";
import { openForeign } from "../dialects/dialects.js";
import { type FileBytes, heldBytes } from "./file-bytes.js";
import { indexFiles, type IndexRow, isFresh, readIndex } from "./listing/derived-index.js";
import { RelatedFiles } from "./related-file.js";
import { recogniseFile } from "./open-session.js";
import { damageWords } from "./damage-words.js";
import { storedThreads, type StoredThread } from "./stored-threads.js";
import { isAbandoned, isAlive } from "./partial-file.js";
import { filesBelow, findSessionFiles, sizeOf } from "./session-files.js";
import { whyUnread } from "./errors.js";
import { isSystemError, isDatabaseFailure } from "../store/errors.js";
import { checkHome } from "../store/jsonl/checkup/check-home.js";
import { checkRollout, repairOf } from "../store/jsonl/checkup/check-rollout.js";
import { type Finding, finding, type Severity, shellWord } from "../store/jsonl/checkup/finding.js";
import { homeFolder, isDatabase, makerOfTemporary } from "../store/jsonl/home.js";
import { withHome } from "../store/open-home.js";
import { counted } from "../projections/figures.js";
import { namedHashes } from "../events/named-hashes.js";
import { BlobHash } from "../events/primitives.js";
import type { BlobStore } from "../store/event-store.js";

interface Diagnosis {
  /** What was looked at, in words. */
  readonly checked: string;
  /** The worst first. */
  readonly findings: readonly Finding[];
}

/** Callbacks of a check that takes long. */
interface DiagnosisListeners {
  readonly onTotal: (bytes: number) => void;
  readonly onProgress: (doneBytes: number) => void;
}

/**
 * Checks the files that paths name, or the home where they name none: a folder, or a database.
 * @throws only defects: whatever is wrong with a file is a finding
 */
export async function diagnose(
  paths: readonly string[],
  home: string | undefined,
  listeners: DiagnosisListeners,
): Promise<Diagnosis> {
  const folder = homeFolder(home);
  const { checked, findings } = await (paths.length > 0
    ? diagnoseFiles(paths, listeners)
    : folder === null
      ? diagnoseDatabase(home, listeners)
      : diagnoseHome(folder, listeners));
  return { checked, findings: findings.toSorted(worstFirst) };
}

async function diagnoseFiles(
  paths: readonly string[],
  { onTotal, onProgress }: DiagnosisListeners,
): Promise<Diagnosis> {
  const { files, unread } = findSessionFiles(paths);
  const findings = unread.map(({ path, error }) => unreadable(path, error));
  findings.push(...paths.flatMap(abandonedIn));
  onTotal(sizeOf(files));
  let doneBytes = 0;
  const related = new RelatedFiles();
  for (const { path, sizeBytes } of files) {
    for (const one of await checkFile(path, related)) findings.push(one);
    onProgress((doneBytes += sizeBytes));
  }
  return { checked: counted(files.length, "file"), findings };
}

/** What exports that were killed left half-written in a folder. */
function abandonedIn(folder: string): readonly Finding[] {
  const message = "left half-written by a process that was killed";
  const ignore = (): void => undefined; // a file, or a folder that is reported as unread
  return [...filesBelow(folder, ignore)]
    .filter(({ name }) => isAbandoned(name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => finding("leftover", path, message, `rm ${shellWord(path)}`));
}

async function diagnoseHome(home: string, listeners: DiagnosisListeners): Promise<Diagnosis> {
  const findings: Finding[] = [];
  for await (const finding of checkHome(home, listeners)) findings.push(finding);
  findings.push(...checkListing(home), ...abandonedFolders());
  return { checked: existsSync(home) ? home : `${home} (there is no such folder yet)`, findings };
}

/** The temporary folders of processes that were killed: sessions are in them. */
function abandonedFolders(): readonly Finding[] {
  const message = "what a process that was killed had for a while, sessions among it";
  return readdirSync(tmpdir())
    .filter((name) => isAbandonedFolder(join(tmpdir(), name), makerOfTemporary(name)))
    .map((name) => join(tmpdir(), name))
    .map((path) => finding("leftover", path, message, `rm -r ${shellWord(path)}`));
}

function isAbandonedFolder(path: string, maker: number | undefined): boolean {
  if (maker === undefined || isAlive(maker)) return false;
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isDirectory() === true && stats.uid === (process.getuid?.() ?? stats.uid);
}

function diagnoseDatabase(
  home: string | undefined,
  { onTotal, onProgress }: DiagnosisListeners,
): Promise<Diagnosis> {
  return withHome(home, async (opened) => {
    const threads = await storedThreads(opened);
    onTotal(sizeOf(threads.map(({ entry }) => entry)));
    const findings: Finding[] = [];
    if (opened.kind === "database") {
      for (const { name, value, risk } of await opened.store.riskySettings()) {
        const remedy = `alter system set ${name} = on, or set it for the role (docs/postgres.md)`;
        findings.push(
          finding("server-setting", opened.name, `${name} is ${value}: ${risk}`, remedy),
        );
      }
    }
    const blobs = new Set<string>();
    let doneBytes = 0;
    for (const thread of threads) {
      for (const one of await checkStored(thread, blobs)) findings.push(one);
      onProgress((doneBytes += thread.entry.sizeBytes));
    }
    return { checked: opened.name, findings };
  });
}

const ORDER: readonly Severity[] = ["error", "warning", "note"];

function worstFirst(one: Finding, other: Finding): number {
  return ORDER.indexOf(one.severity) - ORDER.indexOf(other.severity);
}

/** Reads a session from end to end, of whichever tool it is, and says what is wrong with it. */
async function checkFile(path: string, related: RelatedFiles): Promise<readonly Finding[]> {
  try {
    const bytes = await heldBytes(path, related);
    const kind = await recogniseFile(bytes);
    if (kind === "rollout") return checkRollout(path).findings;
    return await (kind === "bundle" ? checkBundle : checkForeign)(bytes);
  } catch (error) {
    return [unreadable(path, error)];
  }
}

/** @throws the error itself, when it is a defect and no trouble with the file */
function unreadable(path: string, error: unknown): Finding {
  const { code, message } = whyUnread(error);
  const remedy = isRefoldError(error) ? (error.remedy ?? null) : null;
  return finding("unreadable", path, `${code}: ${message}`, remedy);
}

/** Every part has to have its hash, every thread its batches and its ancestors. */
async function checkBundle(bytes: FileBytes): Promise<readonly Finding[]> {
  const { unpackBundle } = await import("./bundle/unpack-bundle.js");
  const { remove } = await unpackBundle(bytes);
  remove();
  return [];
}

/** A clean copy would have other bytes at the places that are referred to. */
const BASE_REMEDY = "restore it from a backup: other sessions refer to its bytes";

async function checkForeign(bytes: FileBytes): Promise<readonly Finding[]> {
  const { rollout } = await openForeign(bytes);
  await rollout.visit(() => undefined);
  const { path } = bytes;
  return rollout.damage().map((damage) => {
    const place = { path: damage.file ?? path, line: damage.line, byte: damage.byte };
    const remedy = damage.file === undefined ? repairOf(path) : BASE_REMEDY;
    return finding("damage", place, damageWords(damage), remedy);
  });
}

const REMEDY = "nothing: the next refold list reads what it needs anew";

/** What is wrong with the indexes of lists: never more than a note, for they are derived. */
function checkListing(home: string): readonly Finding[] {
  return indexFiles(home).flatMap((path): Finding[] => {
    const { rows, notice } = readIndex(path);
    const place = { severity: "note", path, remedy: REMEDY } as const;
    if (notice !== null) return [{ kind: "index-damaged", ...place, message: notice }];
    const stale = rows.filter((row) => !isAsRead(row)).length;
    if (stale === 0) return [];
    const changed = `${counted(stale, "file")} of ${rows.length} changed or went since`;
    return [{ kind: "index-stale", ...place, message: changed }];
  });
}

/** A home that was copied has an index of files elsewhere, which nobody here may be able to look at. */
function isAsRead(row: IndexRow): boolean {
  if (isDatabase(row[0])) return true; // which is not asked for it
  try {
    const status = statSync(row[0], { throwIfNoEntry: false });
    return (
      status !== undefined && isFresh(row, { sizeBytes: status.size, modifiedMs: status.mtimeMs })
    );
  } catch (error) {
    if (isSystemError(error)) return false;
    throw error;
  }
}

const RESTORE = "restore it from a backup of the database; what is around it can be read";
const RESTORE_BLOB = "restore it from a backup, or import the session's own file again";

/**
 * Reads a thread of a database from end to end, and the blobs that it names, and says what is wrong.
 * @param checked blobs that other threads name and that were looked at; gets those of this one
 */
async function checkStored(
  thread: StoredThread,
  checked: Set<string>,
): Promise<readonly Finding[]> {
  const { store, entry, path, from } = thread;
  const findings: Finding[] = [];
  const named = new Set<string>();
  try {
    const options = { from, newer: "ignore" } as const;
    const events = store.read(entry.threadId, {
      ...options,
      onDamage: (damage) => {
        const { line, byte } = damage;
        findings.push(
          finding("damage", { path, line, byte }, damageWords(inThread(damage)), RESTORE),
        );
      },
    });
    for await (const event of events) for (const hash of namedHashes(event)) named.add(hash);
  } catch (error) {
    if (!isRefoldError(error) || isDatabaseFailure(error)) throw error;
    findings.push(troubleWith(path, error));
  }
  for (const hash of named) {
    if (checked.has(hash)) continue;
    checked.add(hash);
    const kind = await troubleWithBlob(store.blobs, hash);
    if (kind !== null) findings.push(finding(kind, path, blobWords(kind, hash), RESTORE_BLOB));
  }
  return findings;
}

function troubleWith(path: string, error: RefoldError): Finding {
  const isLost = isRefoldError(error, "fork-parent-missing", "fork-parent-changed");
  return isLost ? finding(error.code, path, error.message, RESTORE) : unreadable(path, error);
}

function blobWords(kind: "blob-missing" | "blob-corrupt", hash: string): string {
  const what = kind === "blob-missing" ? "is missing" : "has other bytes than its name says";
  return `it refers to blob ${hash}, which ${what}`;
}

async function troubleWithBlob(blobs: BlobStore, hash: string) {
  try {
    await blobs.get(BlobHash.parse(hash));
    return null;
  } catch (error) {
    if (isRefoldError(error, "blob-missing", "blob-corrupt")) return error.code;
    throw error;
  }
}

/** The place says which thread it is. */
function inThread<Damage extends { readonly file: string }>({ file: _, ...damage }: Damage) {
  return damage;
}
