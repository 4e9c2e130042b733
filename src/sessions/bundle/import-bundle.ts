import { importDiverged } from "../../dialects/errors.js";
import type { ByteSource } from "../../dialects/shared/byte-source.js";
import { adoptRollout, compareRollout, type RolloutComparison } from "../../store/jsonl/adopt.js";
import { nodeFileSystem } from "../../store/jsonl/file-system.js";
import type { Place } from "../../store/jsonl/home.js";
import { jsonlStore } from "../../store/jsonl/jsonl-store.js";
import type { LogFile } from "../../store/jsonl/log-file.js";
import { openOwnLog } from "../../store/jsonl/open-log.js";
import { fileBytes } from "../file-bytes.js";
import type { ImportResult } from "../import-file.js";
import { unpackBundle, type UnpackedBundle } from "./unpack-bundle.js";

/** A thread of the bundle against the home that it goes to. */
interface Planned {
  readonly threadId: string;
  readonly head: number;
  readonly comparison: RolloutComparison;
}

/**
 * Takes the threads of a bundle into a home, under the ids that they have. Of a thread that is there,
 * what is new is added; the same bundle again adds nothing. All of the bundle is verified and compared
 * before anything is stored, blobs are stored before the threads that name them, and each thread
 * appears whole, ancestors first.
 *
 * @param file a path, or what stands for a file
 * @returns what became of each thread, the oldest ancestor first, the exported thread last
 * @throws {RefoldError} `file-not-found`, `not-a-file`, `no-permission`, `empty-file`: the path
 *   names nothing that can be read
 * @throws {RefoldError} `damaged-bundle`, `needs-newer-version`: nothing was stored
 * @throws {RefoldError} `import-diverged`: a thread there went another way; nothing was stored
 * @throws {RefoldError} `lease-held`: somebody writes to a thread that would grow; those before it
 *   are stored
 */
export async function importBundle(
  file: string | ByteSource,
  { home }: { readonly home: string },
): Promise<readonly ImportResult[]> {
  const bytes = typeof file === "string" ? await fileBytes(file) : file;
  const unpacked = await unpackBundle(bytes);
  try {
    const target = { fileSystem: nodeFileSystem, home };
    const plans = await planImport(bytes.name, unpacked, target);
    await storeBlobs(unpacked, { home, isNew: plans.some(isNew) });
    const results: ImportResult[] = [];
    for (const plan of plans) results.push(await storeThread(plan, unpacked, target));
    return results;
  } finally {
    unpacked.remove();
  }
}

async function planImport(
  file: string,
  { manifest, home }: UnpackedBundle,
  target: Place,
): Promise<readonly Planned[]> {
  const plans: Planned[] = [];
  for (const { threadId, head } of manifest.threads) {
    const compare = (log: LogFile) => compareRollout(target, threadId, log);
    const comparison = await withOwnLog(home, threadId, compare);
    const { kind, byte } = comparison;
    if (kind === "differs") {
      throw importDiverged({ file, threadId, byte });
    }
    plans.push({ threadId, head, comparison });
  }
  return plans;
}

/** Also those of threads that are there: one of their blobs may have been lost since. */
async function storeBlobs(
  { manifest, home }: UnpackedBundle,
  target: { readonly home: string; readonly isNew: boolean },
): Promise<void> {
  const [from, to] = [jsonlStore({ home }), jsonlStore({ home: target.home })];
  for (const { hash } of manifest.blobs) {
    // What is there already is stored again where an event to come names it: that makes it young.
    if (target.isNew || !(await to.blobs.has(hash))) await to.blobs.put(await from.blobs.get(hash));
  }
}

async function storeThread(
  { threadId, head, comparison }: Planned,
  { home }: UnpackedBundle,
  target: Place,
): Promise<ImportResult> {
  if (!isNew({ comparison })) {
    const unchanged = { outcome: "unchanged", added: 0, ownEvents: 0, damage: [] } as const;
    return { ...unchanged, threadId, head: comparison.head };
  }
  await withOwnLog(home, threadId, (log) => adoptRollout(target, threadId, log));
  const outcome = comparison.kind === "none" ? "imported" : "grown";
  const added = head - comparison.head;
  return { threadId, outcome, added, head, ownEvents: 0, damage: [] };
}

function isNew({ comparison: { kind } }: Pick<Planned, "comparison">): boolean {
  return kind === "none" || kind === "grown";
}

async function withOwnLog<Result>(
  home: string,
  threadId: string,
  work: (log: LogFile) => Result | Promise<Result>,
): Promise<Result> {
  const log = openOwnLog({ fileSystem: nodeFileSystem, home }, threadId);
  try {
    return await work(log);
  } finally {
    log.close();
  }
}
