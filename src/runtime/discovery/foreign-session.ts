import { ImportDiverged } from "../../dialects/keeping/import-diverged.js";
import { openForeign, type OpenedForeign } from "../../dialects/open-foreign.js";
import type { TruncationPolicy } from "../../events/primitives.js";
import type { FileBytes } from "./file-bytes.js";
import { followFile } from "./follow-file.js";
import { recentBlobs } from "./recent-blobs.js";
import type { RoundTrip, Session } from "./session.js";
import { threadIdOf } from "./thread-id-of.js";

/**
 * Another tool's session, read from its file: nothing is written, nothing stays open.
 * @throws {NotARollout} it is of no dialect that is known; says what it looks like
 */
export async function foreignSession(
  bytes: FileBytes,
  policy?: TruncationPolicy,
): Promise<Session> {
  const opened = await openForeign(bytes, {
    ...(policy !== undefined && { toolOutputLimit: policy }),
  });
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
    if (!(error instanceof ImportDiverged)) throw error;
    const { byte } = error.imported;
    return { sameBytes: byte, differsAt: byte };
  }
}
