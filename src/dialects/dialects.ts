import { unreachable } from "../errors.js";
import type { BlobReader } from "../events/event-source.js";
import type { Accountant, LogEvent, RefoldEvent } from "../events/event.js";
import { isKnownEvent } from "../events/known-event.js";
import { writeClaudeCode } from "./claude-code/claude-code-encoder.js";
import { claudeCodeForm } from "./claude-code/claude-code-form.js";
import { writeCodex } from "./codex/codex-encoder.js";
import { codexForm } from "./codex/codex-form.js";
import { writePi } from "./pi/pi-encoder.js";
import { piForm } from "./pi/pi-form.js";
import type { ByteSource } from "./shared/byte-source.js";
import { decodeKept, type KeepingOptions } from "./shared/decode-kept.js";
import {
  compareWithStored,
  type Comparison,
  encodeKept,
  type StoredImport,
} from "./shared/kept-file.js";
import {
  type ForeignRollout,
  openRollout,
  type OpenRolloutOptions,
} from "./shared/open-rollout.js";
import { wholeLines } from "./shared/read-content.js";
import { plainAccountant, type SessionForm } from "./shared/session-form.js";
import { slimLines, type SlimWish } from "./shared/slimming.js";
import type { WriteThread } from "./shared/write-thread.js";

/** One way of recording sessions: everything that has to be known of it outside of its folder. */
export interface Dialect {
  readonly name: string;
  /** Its events with all that is needed to write the file again; what they name goes to `blobs`. */
  keep(content: ByteSource, options: KeepingOptions): AsyncIterable<RefoldEvent>;
  /** @throws {RefoldError} `import-diverged`: the file is not the one that was imported, nor a longer one */
  compare(content: ByteSource, stored: StoredImport): Promise<Comparison>;
  /** Says how the events of one of its sessions count, imported ones too. */
  accountant(): Accountant;
  /** Writes imported events as the file that they were read from. @throws {RefoldError} `export-unsupported`: */
  encode(
    events: AsyncIterable<LogEvent> | Iterable<LogEvent>,
    blobs: BlobReader,
  ): AsyncIterable<Uint8Array>;
  /** Writes any thread as a file of this dialect. */
  readonly write: WriteThread;
  /** Its lines without what is damaged in them; they open to the same events, without damage. */
  wholeLines(content: ByteSource): AsyncIterable<Uint8Array>;
  /** Its lines, each as it is or without what gives way in it (docs/slim.md). */
  slimLines(content: ByteSource, wish: SlimWish): AsyncIterable<Uint8Array>;
}

/** A file is tried in this order. */
const FORMS: readonly SessionForm[] = [codexForm, claudeCodeForm, piForm];

/** Every dialect that is known, by its name. */
export const DIALECTS: ReadonlyMap<string, Dialect> = new Map(
  [
    toDialect(codexForm, writeCodex),
    toDialect(claudeCodeForm, writeClaudeCode),
    toDialect(piForm, writePi),
  ].map((dialect) => [dialect.name, dialect]),
);

function toDialect(form: SessionForm, write: WriteThread): Dialect {
  return {
    name: form.name,
    keep: (content, options) => decodeKept(content, form, options),
    compare: (content, stored) => compareWithStored(content, form, stored),
    accountant: () => form.accountant(),
    encode: (events, blobs) => encodeKept(events, form, blobs),
    write,
    wholeLines: (content) => wholeLines(content, form.lines),
    slimLines: (content, wish) => slimLines(content, form, wish),
  };
}

/** How the events of a log of our own count: an imported thread's lines as those of its file do. */
export function accountantOf(first: LogEvent): Accountant {
  if (!isKnownEvent(first) || first.type !== "thread.started") return plainAccountant;
  return DIALECTS.get(first.data.source.dialect)?.accountant() ?? plainAccountant;
}

/** A foreign session and what it was recognised as. */
export interface OpenedForeign {
  readonly dialect: Dialect;
  readonly rollout: ForeignRollout;
}

/**
 * Opens a file as whichever dialect its content is of.
 * @throws {RefoldError} `not-a-rollout`: it is of none that is known; says what it looks like
 */
export async function openForeign(
  bytes: ByteSource,
  options: OpenRolloutOptions = {},
): Promise<OpenedForeign> {
  const rollout = await openRollout(bytes, FORMS, options);
  const dialect = DIALECTS.get(rollout.recognition.dialect);
  if (dialect === undefined) throw unreachable("a dialect without a name");
  return { dialect, rollout };
}
