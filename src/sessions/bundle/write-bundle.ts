import { createGzip } from "node:zlib";
import { invalidArgument } from "../../errors.js";
import { through } from "../../dialects/shared/compression.js";
import type { BlobStore } from "../../store/event-store.js";
import { openHome, withHome } from "../../store/open-home.js";
import { surveyLines } from "../own-logs.js";
import { MANIFEST_PART } from "./bundle-start.js";
import { TAR_END, tarEntry } from "./tar.js";
import {
  BUNDLE_VERSION,
  type BundleManifest,
  MAX_MANIFEST_BYTES,
  rolloutPart,
} from "./unpack-bundle.js";

export interface BundleOptions {
  /** The folder or database that the thread lives in. */
  readonly home: string;
  readonly threadId: string;
  /** Version of the tool that writes. */
  readonly version: string;
  /** How often each kind of secret was replaced in the thread; absent: it is not redacted. */
  readonly redacted?: Readonly<Record<string, number>>;
}

/** A bundle that is ready to be written. */
export interface Bundle {
  readonly manifest: BundleManifest;
  /** The file's bytes; what they are made of is read once more. */
  readonly parts: () => AsyncIterable<Uint8Array>;
}

/**
 * Puts a thread into one file: its rollout and those of its ancestors, as they are stored, and the
 * blobs that they name. The same thread gives the same bytes.
 *
 * @see docs/bundle.md
 * @throws {RefoldError} `thread-not-found`, `fork-parent-missing`, `fork-parent-changed`
 * @throws {RefoldError} `damaged-log`: a rollout is damaged: repair it first
 * @throws {RefoldError} `blob-corrupt`: a blob has not the bytes that its name says
 * @throws {RefoldError} `invalid-argument`: its manifest would be larger than readers take
 */
export async function bundleThread(options: BundleOptions): Promise<Bundle> {
  const { home, threadId, version, redacted } = options;
  const { threads, blobs, missing } = await withHome(home, async ({ store }) => {
    const named = new Set<string>();
    const threads: BundleManifest["threads"] = [];
    for (const own of await store.lineage(threadId)) {
      const { head, bytes, hash } = await surveyLines(store, own.threadId, named);
      threads.push({ threadId: own.threadId, head, bytes, hash });
    }
    return { threads, ...(await measureBlobs(store.blobs, [...named].toSorted())) };
  });
  const manifest: BundleManifest = {
    format: "refold-bundle",
    version: BUNDLE_VERSION,
    thread: threadId,
    writtenBy: `refold ${version}`,
    threads,
    blobs,
    missingBlobs: missing,
    ...(redacted !== undefined && { redacted: { ...redacted } }),
  };
  if (manifestText(manifest).length > MAX_MANIFEST_BYTES) {
    const remedy = "Copy it to another home: refold copy.";
    throw invalidArgument(`thread ${threadId} names too many blobs for a bundle`, remedy);
  }
  return { manifest, parts: () => through(createGzip(), tarOf(manifest, home)) };
}

function manifestText(manifest: BundleManifest): Buffer {
  return Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`, "utf8");
}

async function measureBlobs(
  stored: BlobStore,
  hashes: readonly string[],
): Promise<{ readonly blobs: BundleManifest["blobs"]; readonly missing: string[] }> {
  const blobs: BundleManifest["blobs"] = [];
  const missing: string[] = [];
  for (const hash of hashes) {
    if (await stored.has(hash)) blobs.push({ hash, bytes: (await stored.get(hash)).length });
    else missing.push(hash);
  }
  return { blobs, missing };
}

async function* tarOf(manifest: BundleManifest, home: string): AsyncGenerator<Uint8Array> {
  const text = manifestText(manifest);
  yield* tarEntry({ name: MANIFEST_PART, sizeBytes: text.length }, [text]);
  const { store, close } = await openHome(home);
  try {
    for (const { threadId, bytes } of manifest.threads) {
      const lines = firstBytes(store.readLines(threadId), bytes); // it may have grown since
      yield* tarEntry({ name: rolloutPart(threadId), sizeBytes: bytes }, lines);
    }
    for (const { hash, bytes } of manifest.blobs) {
      yield* tarEntry({ name: `blobs/${hash}`, sizeBytes: bytes }, [await store.blobs.get(hash)]);
    }
  } finally {
    await close();
  }
  yield TAR_END;
}

async function* firstBytes(
  chunks: AsyncIterable<Uint8Array>,
  count: number,
): AsyncGenerator<Uint8Array> {
  let left = count;
  for await (const chunk of chunks) {
    yield chunk.subarray(0, left);
    left -= Math.min(left, chunk.length);
    if (left === 0) return;
  }
}
