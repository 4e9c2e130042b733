import { createGzip } from "node:zlib";
import { through } from "../../dialects/shared/compression.js";
import { nodeFileSystem } from "../../store/jsonl/file-system.js";
import type { Place } from "../../store/jsonl/home.js";
import { jsonlStore, type JsonlStore } from "../../store/jsonl/jsonl-store.js";
import { logChunks } from "../../store/jsonl/log-file.js";
import { checkForkPoints, lineageOf, ownLog, surveyRollout } from "../own-logs.js";
import {
  BUNDLE_VERSION,
  type BundleManifest,
  MANIFEST_PART,
  rolloutPart,
} from "./bundle-format.js";
import { TAR_END, tarEntry } from "./tar.js";

export interface BundleOptions {
  /** The folder that the thread lives in. */
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
 */
export async function bundleThread(options: BundleOptions): Promise<Bundle> {
  const { home, threadId, version, redacted } = options;
  const place = { fileSystem: nodeFileSystem, home };
  const store = jsonlStore({ home });
  await checkForkPoints(store, threadId);
  const named = new Set<string>();
  const threads = lineageOf(place, threadId).map((id) => surveyRollout(place, id, named));
  const { blobs, missing } = await measureBlobs(store, [...named].toSorted());
  const manifest: BundleManifest = {
    format: "refold-bundle",
    version: BUNDLE_VERSION,
    thread: threadId,
    writtenBy: `refold ${version}`,
    threads: threads.map(({ first: _, ...rollout }) => rollout),
    blobs,
    missingBlobs: missing,
    ...(redacted !== undefined && { redacted: { ...redacted } }),
  };
  return { manifest, parts: () => through(createGzip(), tarOf(manifest, { place, store })) };
}

async function measureBlobs(
  { blobs: stored }: JsonlStore,
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

async function* tarOf(
  manifest: BundleManifest,
  { place, store }: { readonly place: Place; readonly store: JsonlStore },
): AsyncGenerator<Uint8Array> {
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`, "utf8");
  yield* tarEntry({ name: MANIFEST_PART, sizeBytes: text.length }, [text]);
  for (const { threadId, bytes } of manifest.threads) {
    using log = ownLog(place, threadId);
    yield* tarEntry({ name: rolloutPart(threadId), sizeBytes: bytes }, logChunks(log, bytes));
  }
  for (const { hash, bytes } of manifest.blobs) {
    yield* tarEntry({ name: `blobs/${hash}`, sizeBytes: bytes }, [await store.blobs.get(hash)]);
  }
  yield TAR_END;
}
