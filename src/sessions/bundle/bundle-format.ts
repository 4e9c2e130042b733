import { z } from "zod";
import { BlobHash, ByteCount, Offset, Ulid } from "../../events/primitives.js";

/** The first part of a bundle: what the others are. The only version there is. */
export const BUNDLE_VERSION = 1;
export const MANIFEST_PART = "bundle.json";

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
export interface BundlePart {
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
export function bundleParts({ threads, blobs }: BundleManifest): readonly BundlePart[] {
  return [
    ...threads.map(({ threadId, bytes, hash }) => ({
      ...{ name: rolloutPart(threadId), hash, bytes, threadId },
    })),
    ...blobs.map(({ hash, bytes }) => ({ name: `blobs/${hash}`, hash, bytes, threadId: null })),
  ];
}
