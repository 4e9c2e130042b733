import { isRefoldError, type RefoldError } from "../errors.js";
import { namedHashes } from "../events/named-hashes.js";
import { BlobHash } from "../events/primitives.js";
import { isDatabaseFailure } from "../store/errors.js";
import type { BlobStore } from "../store/event-store.js";
import { type Finding, finding } from "../store/jsonl/checkup/finding.js";
import { damageWords } from "./damage-words.js";
import type { StoredThread } from "./stored-threads.js";

const RESTORE = "restore it from a backup of the database; what is around it can be read";
const RESTORE_BLOB = "restore it from a backup, or import the session's own file again";

/**
 * Reads a thread of a database from end to end, and the blobs that it names, and says what is wrong.
 * @param checked blobs that other threads name and that were looked at; gets those of this one
 */
export async function checkStored(
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
  if (isLost) return finding(error.code, path, error.message, RESTORE);
  return finding("unreadable", path, `${error.code}: ${error.message}`, error.remedy ?? null);
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
