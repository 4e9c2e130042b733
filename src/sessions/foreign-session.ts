import { createHash } from "node:crypto";
import { type OpenedForeign, openForeign } from "../dialects/dialects.js";
import { lineTypeOf } from "../dialects/shared/json.js";
import { isRefoldError } from "../errors.js";
import type { TruncationPolicy } from "../events/primitives.js";
import { blobMissing } from "../store/errors.js";
import type { FileBytes } from "./file-bytes.js";
import { followFile, type RoundTrip, type Session, threadIdOf } from "./session.js";

/**
 * Another tool's session, read from its file: nothing is written, nothing stays open.
 * @throws {RefoldError} `not-a-rollout`: no dialect is recognised; says what it looks like
 */
export async function foreignSession(
  bytes: FileBytes,
  policy: TruncationPolicy | undefined,
): Promise<Session> {
  const opened = await openForeign(bytes, policy === undefined ? {} : { toolOutputLimit: policy });
  const { dialect, rollout } = opened;
  return {
    kind: "file",
    name: bytes.path,
    dialect: dialect.name,
    recognised: rollout.recognition.reason,
    source: rollout.source,
    sizeBytes: bytes.sizeBytes,
    blobs: rollout.blobs,
    roundTrip: () => roundTrip(opened),
    origin: async (offset) => {
      const located = await rollout.locate(offset);
      if (located === null) return null;
      const { object, ...place } = located;
      return { ...place, recorded: { lineType: lineTypeOf(object), object } };
    },
    damage: () => rollout.damage(),
    follow: (options) => followFile(bytes.path, rollout.source, options),
    close: () => Promise.resolve(),
  };
}

/** More than any line names; what is named again is put again. */
const HELD_BYTES = 256 * 1024 * 1024;

async function roundTrip({ dialect, rollout }: OpenedForeign): Promise<RoundTrip> {
  const { content, source } = rollout;
  const blobs = recentBlobs(HELD_BYTES);
  const events = dialect.keep(content, { blobs });
  try {
    const threadId = await threadIdOf(source);
    const { kind, byte } = await dialect.compare(content, { threadId, events, blobs });
    return { sameBytes: byte, differsAt: kind === "same" ? null : byte };
  } catch (error) {
    if (!isRefoldError(error, "import-diverged")) throw error;
    const { byte } = error.details;
    return { sameBytes: byte, differsAt: byte };
  }
}

/** The newest blobs, up to this many bytes: for a pass that writes again what it has just read. */
function recentBlobs(maxBytes: number) {
  const blobs = new Map<string, Uint8Array>();
  let heldBytes = 0;
  return {
    put: async (bytes: Uint8Array): Promise<string> => {
      const hash = `sha256-${createHash("sha256").update(bytes).digest("hex")}`;
      if (!blobs.has(hash)) heldBytes += bytes.length;
      blobs.delete(hash); // to the end: it is the newest now
      blobs.set(hash, bytes);
      for (const [oldest, { length }] of blobs) {
        if (heldBytes <= maxBytes || oldest === hash) break;
        blobs.delete(oldest);
        heldBytes -= length;
      }
      return hash;
    },
    get: async (hash: string): Promise<Uint8Array> => {
      const bytes = blobs.get(hash);
      if (bytes === undefined) throw blobMissing(hash);
      return bytes;
    },
  };
}
