import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { z } from "zod";
import { parseJson } from "../../events/json.js";
import { damagedBundle } from "../errors.js";
import { surveyLines } from "../own-logs.js";
import { isRefoldError, RefoldError, type ErrorDetails } from "../../errors.js";
import type { ByteSource } from "../../dialects/shared/byte-source.js";
import { openUnpacked } from "../../dialects/shared/compression.js";
import type { EventStore } from "../../store/event-store.js";
import { beginsLog } from "../../store/fork-thread.js";
import { blobPath } from "../../store/jsonl/blobs.js";
import { nodeFileSystem, writeAll } from "../../store/jsonl/file-system.js";
import { temporaryHome } from "../../store/jsonl/home.js";
import { jsonlStore } from "../../store/jsonl/jsonl-store.js";
import { MANIFEST_PART } from "./bundle-start.js";
import { type TarPart, TarReader } from "./tar.js";
import { BlobHash, ByteCount, Offset, Ulid } from "../../events/primitives.js";

/** A bundle in a home of its own, every part of it verified. */
export interface UnpackedBundle {
  readonly manifest: BundleManifest;
  readonly home: string;
  /** Removes that home. */
  readonly remove: () => void;
}

/** A quarter of a million blobs. To read what is larger takes minutes and gigabytes, packed it may be tiny. */
export const MAX_MANIFEST_BYTES = 32 * 1024 * 1024;
/** Where a rollout is looked for whatever its id says: on any day. */
const DAY = join("threads", "1970", "01", "01");

/**
 * Unpacks a bundle into a temporary home, and checks all that can be checked: the hash of every part,
 * every line of the rollouts, and that forks leave their parents where they say. A file's name in
 * there is made from a checked id or hash, never taken from the bundle.
 *
 * @throws {RefoldError} `damaged-bundle`: names the part and the place; nothing is left after
 * @throws {RefoldError} `needs-newer-version`
 */
export async function unpackBundle(bytes: ByteSource): Promise<UnpackedBundle> {
  const { content } = await openUnpacked(bytes);
  const { home, remove } = temporaryHome();
  const reader = new TarReader(bytes.name, content.stream());
  try {
    const manifest = await readManifest(bytes.name, reader);
    const places = await unpackParts(manifest, { reader, home });
    await reader.finish();
    await verifyThreads(manifest, { file: bytes.name, home, places });
    return { manifest, home, remove };
  } catch (error) {
    remove();
    throw error;
  } finally {
    await reader.close();
  }
}

async function readManifest(file: string, reader: TarReader): Promise<BundleManifest> {
  const part = await reader.next();
  if (part?.name !== MANIFEST_PART) throw reader.damaged(`a bundle begins with ${MANIFEST_PART}`);
  if (part.sizeBytes > MAX_MANIFEST_BYTES) throw reader.damaged("the manifest is too large");
  const chunks: Uint8Array[] = [];
  for await (const chunk of reader.content(part)) chunks.push(chunk);
  const value = parseJson(Buffer.concat(chunks).toString("utf8"));
  const newer = z.looseObject({ version: z.int() }).safeParse(value).data?.version ?? 0;
  if (newer > BUNDLE_VERSION) {
    const message = `${file} is a bundle of version ${newer}, which a newer version of refold reads`;
    const remedy = "Update refold.";
    throw new RefoldError("needs-newer-version", { file, version: newer }, { message, remedy });
  }
  const { data, error } = BundleManifest.safeParse(value);
  const isConsistent =
    data !== undefined &&
    data.threads.at(-1)?.threadId === data.thread &&
    new Set(bundleParts(data).map(({ name }) => name)).size === bundleParts(data).length;
  if (isConsistent) return data;
  const where = error === undefined ? "threads" : (error.issues[0]?.path.join(".") ?? "");
  throw reader.damaged(`the manifest is not of its form (${where || "no JSON object"})`, part.byte);
}

/** @returns where in the bundle each part is */
async function unpackParts(
  manifest: BundleManifest,
  { reader, home }: { readonly reader: TarReader; readonly home: string },
): Promise<ReadonlyMap<string, number>> {
  const expected = new Map(bundleParts(manifest).map((part) => [part.name, part]));
  const places = new Map<string, number>();
  for (let found = await reader.next(); found !== null; found = await reader.next()) {
    const part = expected.get(found.name);
    if (part === undefined) {
      throw reader.damaged("the manifest names no such part, or it came twice");
    }
    expected.delete(found.name);
    places.set(part.name, found.byte);
    const { threadId, hash } = part;
    const rollout = join(home, DAY, `${threadId ?? ""}.jsonl`);
    const path = threadId === null ? blobPath(home, hash) : rollout;
    await unpackPart(part, { found, reader, path });
  }
  const [missing] = expected.keys();
  if (missing !== undefined) throw reader.damaged(`${missing} is missing`);
  return places;
}

async function unpackPart(
  part: BundlePart,
  { found, reader, path }: { found: TarPart; reader: TarReader; path: string },
): Promise<void> {
  if (found.sizeBytes !== part.bytes) {
    throw reader.damaged(`it has ${found.sizeBytes} bytes, not ${part.bytes}`, found.byte);
  }
  nodeFileSystem.makeFolder(dirname(path));
  const file = nodeFileSystem.open(path, "create");
  const sum = createHash("sha256");
  try {
    for await (const chunk of reader.content(found)) {
      sum.update(chunk);
      writeAll(nodeFileSystem, file, chunk);
    }
  } finally {
    nodeFileSystem.close(file);
  }
  if (`sha256-${sum.digest("hex")}` === part.hash) return;
  throw reader.damaged("its bytes have another hash than the manifest says", found.byte);
}

/**
 * Holds the rollouts of an unpacked bundle to what a store holds its own to: whole lines and batches
 * from end to end, fork points that their parents have, and no blob that the manifest does not list.
 * @param places where in the bundle each part is
 */
async function verifyThreads(
  { threads, thread, blobs, missingBlobs }: BundleManifest,
  unpacked: { file: string; home: string; places: ReadonlyMap<string, number> },
): Promise<void> {
  const { file, home, places } = unpacked;
  const listed = new Set([...blobs.map(({ hash }) => hash), ...missingBlobs]);
  let part = "";
  const store = jsonlStore({ home });
  try {
    for (const claimed of threads) {
      part = rolloutPart(claimed.threadId);
      const fault = await faultOf(store, claimed, listed);
      if (fault !== null) throw damagedBundle({ file, part, byte: places.get(part) ?? 0 }, fault);
    }
    await store.lineage(thread); // checks fork points
  } catch (error) {
    throw asDamage(error, { file, part, byte: places.get(part) ?? 0 });
  } finally {
    await store.close();
  }
}

/** @returns what is wrong with a rollout; null: nothing */
async function faultOf(
  store: EventStore,
  claimed: BundleManifest["threads"][number],
  listed: ReadonlySet<string>,
): Promise<string | null> {
  const named = new Set<string>();
  const { head, bytes, first } = await surveyLines(store, claimed.threadId, named);
  if (head !== claimed.head || bytes !== claimed.bytes) {
    return `it ends at offset ${head}, byte ${bytes}, not at ${claimed.head}, ${claimed.bytes}`;
  }
  for (const hash of named) {
    if (!listed.has(hash)) return `it names the blob ${hash}, which the manifest does not`;
  }
  return first !== null && beginsLog(first) ? null : "no thread begins like this";
}

function asDamage(error: unknown, place: ErrorDetails["damaged-bundle"]): unknown {
  if (!isRefoldError(error) || isRefoldError(error, "damaged-bundle")) return error;
  if (!isRefoldError(error, "damaged-log") || !("line" in error.details)) {
    return damagedBundle(place, error.message, { cause: error });
  }
  const { line, byte, reason } = error.details;
  const where = { ...place, byte: place.byte + byte };
  return damagedBundle(where, `line ${line} is damaged (${reason})`, { cause: error });
}

/** The only version there is. */
export const BUNDLE_VERSION = 1;

const BundledThread = z.looseObject({
  threadId: Ulid,
  /** The offset after its last event. */
  head: Offset,
  bytes: ByteCount,
  /** Of the rollout's bytes, as blobs are named. */
  hash: BlobHash,
});

/** What a bundle holds, and the hash of every part. */
export const BundleManifest = z.looseObject({
  format: z.literal("refold-bundle"),
  version: z.int().positive(),
  /** The thread that was exported: the last one of `threads`. */
  thread: Ulid,
  /** `refold 0.1.0` */
  writtenBy: z.string(),
  /** The oldest ancestor first. */
  threads: z.array(BundledThread).min(1),
  blobs: z.array(z.looseObject({ hash: BlobHash, bytes: ByteCount })),
  /** Blobs that events name and that were gone when the bundle was written. */
  missingBlobs: z.array(BlobHash),
  /** How often each kind of secret was replaced; absent: the bundle is not redacted. */
  redacted: z.record(z.string(), z.int().positive()).optional(),
});
export type BundleManifest = z.infer<typeof BundleManifest>;

/** A part after the manifest; its name is made of an id or a hash, never the other way round. */
interface BundlePart {
  readonly name: string;
  readonly hash: BlobHash;
  readonly bytes: number;
  /** Whose rollout it is; null: a blob. */
  readonly threadId: string | null;
}

/** The part that a thread's rollout is. */
export function rolloutPart(threadId: string): string {
  return `threads/${threadId}.jsonl`;
}

/** The parts after the manifest, in their order. */
function bundleParts({ threads, blobs }: BundleManifest): readonly BundlePart[] {
  return [
    ...threads.map(({ threadId, bytes, hash }) => ({
      ...{ name: rolloutPart(threadId), hash, bytes, threadId },
    })),
    ...blobs.map(({ hash, bytes }) => ({ name: `blobs/${hash}`, hash, bytes, threadId: null })),
  ];
}
