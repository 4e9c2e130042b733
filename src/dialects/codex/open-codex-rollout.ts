import type { EventSource } from "../../events/event-source.js";
import type { RefoldEvent } from "../../events/event.js";
import type { TruncationPolicy } from "../../events/primitives.js";
import type { ByteSource } from "../byte-source.js";
import { openUnpacked, type Compression } from "../compression.js";
import { TruncatedArchive } from "../truncated-archive.js";
import type { ForeignDamage } from "../reading/damage.js";
import { decodeCodex } from "./decode-codex.js";
import { EmptyRollout } from "../reading/empty-rollout.js";
import { FileBlobs } from "../reading/file-blobs.js";
import type { BlobReader } from "../keeping/kept-bytes.js";
import { describeContent } from "../reading/looks-like.js";
import { NotARollout } from "../reading/not-a-rollout.js";
import { recogniseCodex, type CodexRecognition } from "./recognise-codex.js";

export interface CodexRolloutOptions {
  /** How tool outputs are bounded, whatever the session says; absent: as it says. */
  readonly toolOutputLimit?: TruncationPolicy;
}

/** A Codex rollout that can be read as events. Nothing is held open; nothing is written. */
export interface CodexRollout {
  /** Reads forward only; every reading goes over the file again. */
  readonly source: EventSource;
  /** What the events name by hash, from the file itself. */
  readonly blobs: BlobReader;
  readonly recognition: CodexRecognition;
  readonly compression: Compression | null;
  /** The rollout's lines: the file's own bytes, unpacked where they are compressed. */
  readonly content: ByteSource;
  /** Places that readings so far came upon, in the order of the file; complete after one to the end. */
  damage(): readonly ForeignDamage[];
}

/** So much is looked at to recognise a file; a first line that is longer is looked at further. */
const LOOK_BYTES = [1 << 16, 1 << 22] as const;

/**
 * Opens a file as a Codex rollout of any era: plain, gzip or zstd, told by its content.
 *
 * @throws {EmptyRollout} it holds nothing
 * @throws {NotARollout} it is something else; the error says what it looks like
 * @throws {TruncatedArchive} nothing of it can be unpacked
 */
export async function openCodexRollout(
  bytes: ByteSource,
  options: CodexRolloutOptions = {},
): Promise<CodexRollout> {
  const { content, compression } = await openUnpacked(bytes);
  const recognition = await recognise(content);
  const damage = new Map<string, ForeignDamage>();
  const decode = (): AsyncGenerator<RefoldEvent, void, undefined> =>
    decodeCodex(content, {
      ...options,
      onDamage: (place) => damage.set(`${place.byte} ${place.reason}`, place),
      onEvidence: (hash, place) => {
        blobs.note(hash, place);
      },
    });
  const blobs = new FileBlobs(content, async () => {
    for await (const event of decode()) if (event.offset < 0) return;
  });
  return {
    source: { read: (range = {}) => readRange(decode(), range) },
    blobs,
    recognition,
    compression,
    content,
    damage: () => [...damage.values()].sort((a, b) => a.byte - b.byte),
  };
}

async function recognise(content: ByteSource): Promise<CodexRecognition> {
  let firstBytes: Uint8Array = new Uint8Array();
  for (const count of LOOK_BYTES) {
    firstBytes = await firstOf(content, count);
    const recognition = recogniseCodex(firstBytes);
    if (recognition !== null) return recognition;
    if (firstBytes.length < count) break;
  }
  if (
    Buffer.from(firstBytes)
      .toString("utf8")
      .replace(/^\ufeff/, "")
      .trim() === ""
  ) {
    throw new EmptyRollout(content.name);
  }
  throw new NotARollout(content.name, describeContent(firstBytes));
}

/** The first bytes, as many as there are; those of an archive that ends early also. */
async function firstOf(content: ByteSource, count: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of content.stream()) {
      parts.push(chunk);
      bytes += chunk.length;
      if (bytes >= count) break;
    }
  } catch (error) {
    if (!(error instanceof TruncatedArchive) || bytes === 0) throw error;
  }
  return Buffer.concat(parts).subarray(0, count);
}

async function* readRange(
  events: AsyncGenerator<RefoldEvent, void, undefined>,
  { from = 0, to = Infinity }: { readonly from?: number; readonly to?: number },
): AsyncGenerator<RefoldEvent> {
  if (to < from) return;
  for await (const event of events) {
    if (event.offset >= from) yield event;
    if (event.offset >= to) return;
  }
}
