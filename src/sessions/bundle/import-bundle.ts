import { importDiverged } from "../../dialects/errors.js";
import type { ByteSource } from "../../dialects/shared/byte-source.js";
import { adoptRollout, compareRollout, type RolloutComparison } from "../../store/jsonl/adopt.js";
import { nodeFileSystem } from "../../store/jsonl/file-system.js";
import { homeFolder, type Place } from "../../store/jsonl/home.js";
import { copyThread } from "../../store/copy-thread.js";
import { jsonlStore } from "../../store/jsonl/jsonl-store.js";
import { withHome } from "../../store/open-home.js";
import { fileBytes } from "../file-bytes.js";
import type { ImportResult } from "../import-file.js";
import { openOwnLog } from "../../store/jsonl/open-log.js";
import { unpackBundle, type UnpackedBundle } from "./unpack-bundle.js";

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
 * @throws {RefoldError} `copy-diverged`: the same in a database; what is before it is stored
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
    const folder = homeFolder(home);
    if (folder === null) return await copyThreads(unpacked, home);
    const target = { fileSystem: nodeFileSystem, home: folder };
    const plans: Planned[] = [];
    for (const { threadId, head } of unpacked.manifest.threads) {
      using log = openOwnLog({ ...target, home: unpacked.home }, threadId);
      const comparison = compareRollout(target, threadId, log);
      const { kind, byte } = comparison;
      if (kind === "differs") throw importDiverged({ file: bytes.name, threadId, byte });
      plans.push({ threadId, head, before: comparison.head, kind });
    }
    await storeBlobs(unpacked, { home: folder, isNew: plans.some(isNew) });
    const results: ImportResult[] = [];
    for (const plan of plans) results.push(await storeThread(plan, unpacked, target));
    return results;
  } finally {
    unpacked.remove();
  }
}

/** To a database: batches are taken in one after the other, and what is there is gone on with. */
async function copyThreads(
  { manifest, home }: UnpackedBundle,
  target: string,
): Promise<readonly ImportResult[]> {
  const from = jsonlStore({ home });
  const copied = await withHome(target, ({ store: to }) =>
    copyThread(manifest.thread, { from, to }),
  );
  return copied.map(({ threadId, outcome, added, head }) => ({
    ...{ threadId, added, head, ownEvents: 0, damage: [] },
    outcome: outcome === "copied" ? "imported" : outcome === "grown" ? "grown" : "unchanged",
  }));
}

/** A thread of the bundle against the home that it goes to. */
interface Planned {
  readonly threadId: string;
  readonly head: number;
  /** The head that the thread has there. */
  readonly before: number;
  readonly kind: Exclude<RolloutComparison["kind"], "differs">;
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
  plan: Planned,
  { home }: UnpackedBundle,
  target: Place,
): Promise<ImportResult> {
  const { threadId, head, before, kind } = plan;
  const result = { threadId, ownEvents: 0, damage: [] };
  if (!isNew(plan)) return { ...result, outcome: "unchanged", added: 0, head: before };
  using log = openOwnLog({ ...target, home }, threadId);
  await adoptRollout(target, threadId, log);
  return { ...result, outcome: kind === "none" ? "imported" : "grown", added: head - before, head };
}

function isNew({ kind }: Planned): boolean {
  return kind === "none" || kind === "grown";
}
