import type { LogEvent, RefoldEvent } from "../events/event.js";
import type { ByteSource } from "./byte-source.js";
import { plainAccountant, type Accountant } from "./reading/accountant.js";
import { claudeCodeForm } from "./claude-code/claude-code-form.js";
import { codexForm } from "./codex/codex-form.js";
import {
  compareWithStored,
  type Comparison,
  type StoredImport,
} from "./keeping/compare-with-stored.js";
import { decodeKept, type KeepingOptions } from "./keeping/decode-kept.js";
import { encodeKept } from "./keeping/encode-kept.js";
import type { BlobReader } from "./keeping/kept-bytes.js";
import {
  openRollout,
  type ForeignRollout,
  type OpenRolloutOptions,
} from "./reading/open-rollout.js";
import { piForm } from "./pi/pi-form.js";
import type { SessionForm } from "./reading/session-form.js";
import { wholeLines } from "./reading/whole-lines.js";

/** One way of recording sessions: everything that is to be known of it outside of its folder. */
export interface Dialect {
  readonly name: string;
  /** @throws {NotARollout} the file is of no form of this dialect */
  open(bytes: ByteSource, options?: OpenRolloutOptions): Promise<ForeignRollout>;
  /** Its events with all that is needed to write the file again; what they name goes to `blobs`. */
  keep(content: ByteSource, options: KeepingOptions): AsyncIterable<RefoldEvent>;
  /** @throws {ImportDiverged} the file is not the one that was imported, nor a longer one */
  compare(content: ByteSource, stored: StoredImport): Promise<Comparison>;
  /** Says how the events of one of its sessions count, imported ones too. */
  accountant(): Accountant;
  /** Writes events as a file of this dialect. @throws {ExportUnsupported} */
  encode(
    events: AsyncIterable<LogEvent> | Iterable<LogEvent>,
    blobs: BlobReader,
  ): AsyncIterable<Uint8Array>;
  /** Its lines without what is damaged in them; they open to the same events, without damage. */
  wholeLines(content: ByteSource): AsyncIterable<Uint8Array>;
}

/** Every dialect that is known, by its name; a file is tried in this order. */
export const DIALECTS: ReadonlyMap<string, Dialect> = new Map(
  [codexForm, claudeCodeForm, piForm].map((form) => [form.name, toDialect(form)]),
);

function toDialect(form: SessionForm): Dialect {
  return {
    name: form.name,
    open: (bytes, options) => openRollout(bytes, form, options),
    keep: (content, options) => decodeKept(content, form, options),
    compare: (content, stored) => compareWithStored(content, form, stored),
    accountant: () => form.accountant?.() ?? plainAccountant,
    encode: (events, blobs) => encodeKept(events, form, blobs),
    wholeLines: (content) => wholeLines(content, form),
  };
}
