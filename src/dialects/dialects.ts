import type { EventSource } from "../events/event-source.js";
import type { LogEvent, RefoldEvent } from "../events/event.js";
import type { TruncationPolicy } from "../events/primitives.js";
import type { ByteSource } from "./byte-source.js";
import {
  compareWithStored,
  type Comparison,
  type StoredImport,
} from "./keeping/compare-with-stored.js";
import type { ForeignDamage } from "./reading/damage.js";
import { decodeKept, type KeepingOptions } from "./keeping/decode-kept.js";
import { encodeCodex } from "./keeping/encode-kept.js";
import type { BlobReader } from "./keeping/kept-bytes.js";
import { openCodexRollout } from "./codex/open-codex-rollout.js";

export interface ForeignOptions {
  /** How tool outputs are bounded, whatever the session says; absent: as it says. */
  readonly toolOutputLimit?: TruncationPolicy;
}

/** Somebody else's session, open for reading. */
export interface ForeignRollout {
  readonly source: EventSource;
  readonly blobs: BlobReader;
  /** Unpacked. */
  readonly content: ByteSource;
  damage(): readonly ForeignDamage[];
}

/** One way of recording sessions: everything that is to be known of it outside of its folder. */
export interface Dialect {
  readonly name: string;
  /** @throws {NotARollout} the file is of no form of this dialect */
  open(bytes: ByteSource, options?: ForeignOptions): Promise<ForeignRollout>;
  /** Its events with all that is needed to write the file again; what they name goes to `blobs`. */
  keep(content: ByteSource, options: KeepingOptions): AsyncIterable<RefoldEvent>;
  /** @throws {ImportDiverged} the file is not the one that was imported, nor a longer one */
  compare(content: ByteSource, stored: StoredImport): Promise<Comparison>;
  /** Writes events as a file of this dialect. @throws {ExportUnsupported} */
  encode(
    events: AsyncIterable<LogEvent> | Iterable<LogEvent>,
    blobs: BlobReader,
  ): AsyncIterable<Uint8Array>;
}

/** Every dialect that is known, by its name; a file is tried in this order. */
export const DIALECTS: ReadonlyMap<string, Dialect> = new Map([
  [
    "codex",
    {
      name: "codex",
      open: openCodexRollout,
      keep: decodeKept,
      compare: compareWithStored,
      encode: encodeCodex,
    },
  ],
]);
