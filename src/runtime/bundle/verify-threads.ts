import { DamagedLog } from "../../store/damaged-log.js";
import { RefoldError } from "../../errors.js";
import { findFirstEvent } from "../../store/jsonl/find-batch.js";
import { nodeFileSystem } from "../../store/jsonl/file-system.js";
import { jsonlStore } from "../../store/jsonl/jsonl-store.js";
import { openOwnLog } from "../../store/jsonl/own-log.js";
import type { BundleManifest } from "./bundle-format.js";
import { DamagedBundle } from "./damaged-bundle.js";
import { surveyRollout } from "./survey-thread.js";
import { beginsLog } from "../../store/fork-point.js";

interface Unpacked {
  readonly file: string;
  readonly home: string;
  /** Where in the bundle each part stands. */
  readonly places: ReadonlyMap<string, number>;
}

/** What a manifest says of a rollout, and of all blobs. */
interface Claimed {
  readonly said: BundleManifest["threads"][number];
  readonly listed: ReadonlySet<string>;
}

/**
 * Holds the rollouts of an unpacked bundle to what a store holds its own to: whole lines and batches
 * from end to end, fork points that their parents have, and no blob that the manifest does not list.
 */
export async function verifyThreads(
  { threads, thread, blobs, missingBlobs }: BundleManifest,
  { file, home, places }: Unpacked,
): Promise<void> {
  const placeOf = (threadId: string) => {
    const part = `threads/${threadId}.jsonl`;
    return { file, part, byte: places.get(part) ?? 0 };
  };
  const listed = new Set([...blobs.map(({ hash }) => hash), ...missingBlobs]);
  for (const said of threads) {
    const fault = tried(() => faultOf(home, { said, listed }), placeOf(said.threadId));
    if (fault !== null) throw new DamagedBundle(placeOf(said.threadId), fault);
  }
  const store = jsonlStore({ home });
  try {
    for await (const newest of store.readBackward(thread, { newer: "ignore" })) {
      if (newest.offset >= 0) break; // by now each fork point has been looked at
    }
  } catch (error) {
    throw asDamage(error, placeOf(thread));
  } finally {
    await store.close();
  }
}

/** @returns what is wrong with it; null: nothing */
function faultOf(home: string, { said, listed }: Claimed): string | null {
  const place = { fileSystem: nodeFileSystem, home };
  const named = new Set<string>();
  const found = surveyRollout(place, said.threadId, named);
  if (found.head !== said.head || found.bytes !== said.bytes) {
    return `it ends at offset ${found.head}, byte ${found.bytes}, not at ${said.head}, ${said.bytes}`;
  }
  for (const hash of named) {
    if (!listed.has(hash)) return `it names the blob ${hash}, which the manifest does not`;
  }
  const log = openOwnLog(place, said.threadId);
  try {
    const first = findFirstEvent(log);
    return first !== null && beginsLog(first) ? null : "no thread begins like this";
  } finally {
    log.close();
  }
}

function tried<Result>(work: () => Result, place: DamagedBundle["bundle"]): Result {
  try {
    return work();
  } catch (error) {
    throw asDamage(error, place);
  }
}

function asDamage(error: unknown, place: DamagedBundle["bundle"]): unknown {
  if (error instanceof DamagedLog) {
    const { line, byte, reason } = error.damage;
    const where = { ...place, byte: place.byte + byte };
    return new DamagedBundle(where, `line ${line} is damaged (${reason})`, { cause: error });
  }
  if (!(error instanceof RefoldError)) return error;
  return new DamagedBundle(place, error.message, { cause: error });
}
