import { z } from "zod";
import { ContextInjected, RequestSent } from "./context.js";
import {
  HistoryCleared,
  HistoryCompacted,
  HistoryRolledBack,
  HistoryTrimmed,
  ImagesReplaced,
  OutputsCleared,
} from "./history.js";
import { ItemRecorded } from "./item.js";
import { BlobText, JsonObject, LineSum, Offset, Timestamp, Ulid } from "./primitives.js";
import { ForeignKept, NoticeLogged, SnapshotRestored, SnapshotTaken } from "./side-facts.js";
import {
  InstructionsSet,
  ThreadConfigured,
  ThreadForked,
  ThreadRenamed,
  ThreadStarted,
  ToolsDeclared,
} from "./thread.js";
import { TurnAborted, TurnCompleted, TurnStarted } from "./turn.js";
import { UsageReported } from "./usage.js";

/** What can happen: a type's name and its data. The only place that lists all of them. */
export const Fact = z.discriminatedUnion("type", [
  ThreadStarted,
  ThreadForked,
  ThreadRenamed,
  ThreadConfigured,
  InstructionsSet,
  ToolsDeclared,
  TurnStarted,
  TurnCompleted,
  TurnAborted,
  ContextInjected,
  ItemRecorded,
  RequestSent,
  UsageReported,
  HistoryCompacted,
  HistoryTrimmed,
  HistoryCleared,
  HistoryRolledBack,
  OutputsCleared,
  ImagesReplaced,
  SnapshotTaken,
  SnapshotRestored,
  NoticeLogged,
  ForeignKept,
]);
export type Fact = z.infer<typeof Fact>;
export type FactType = Fact["type"];
export type FactOf<Type extends FactType> = Extract<Fact, { type: Type }>;

/** Bytes that are no text, or too many to be in the log. */
export const KeptBytes = z.union([z.string(), z.looseObject({ base64: z.string() }), BlobText]);
export type KeptBytes = z.infer<typeof KeptBytes>;

/** The same; in several parts where they are too many to be held at once. */
export const KeptParts = z.union([KeptBytes, z.array(KeptBytes)]);
export type KeptParts = z.infer<typeof KeptParts>;

/**
 * What of a foreign line is needed, besides `data` and `derived`, to write it again byte for byte.
 * Absent: the dialect's plain form of this event. A dialect may add fields of its own.
 */
export const Foreign = z.looseObject({
  /** The parsed line, without the parts that stand elsewhere in the event (`holes`). */
  object: JsonObject.optional(),
  /** `[path in object, path in event]`: where a part was taken out, and where it is. */
  holes: z.array(z.tuple([z.array(z.string()), z.array(z.string())])).optional(),
  /** The line's own bytes; only when encoding the parsed object again gives others. */
  raw: KeptParts.optional(),
  /** Bytes between the object before and this one (BOM, blank lines, damage); absent: none. */
  lead: KeptParts.optional(),
  /** Bytes after this object up to the next one; absent: one line feed. */
  trail: KeptParts.optional(),
  /** Name of the session's own file that begins with this object; absent: none does, or it has one file. */
  file: z.string().optional(),
});
export type Foreign = z.infer<typeof Foreign>;

/** The members that every event has besides `type` and `data`. */
export const EventMembers = z.looseObject({
  offset: Offset,
  /** How many lines of the same batch follow; absent: none. There on events read from a log. */
  left: z.int().positive().optional(),
  id: Ulid,
  at: Timestamp,
  /** The version of the type's data; absent: 1. */
  v: z.int().positive().optional(),
  /** The turn that the event belongs to. */
  turn: Ulid.optional(),
  /**
   * What else a foreign line means, folded after the event's own fact, in this order. When the first
   * is a `history.rolled-back`, the event's own fact is not folded at all: its line is part of what
   * is discarded, and the rest is folded onto the state at `to` (docs/semantics.md §12.11).
   */
  derived: z.array(Fact).optional(),
  foreign: Foreign.optional(),
  /**
   * In a repaired copy: the sum of the lost line in whose place this one is, which the next line names
   * (docs/file-format.md#the-chain).
   */
  replaces: LineSum.optional(),
  /** CRC-32 of the line, 8 lower-case hex digits. There on events read from a log. */
  sum: LineSum.optional(),
});
export type EventMembers = z.infer<typeof EventMembers>;

/** An immutable fact in the past tense, at its place in a thread. Narrow by `type`. */
export const RefoldEvent = z.intersection(EventMembers, Fact);
export type RefoldEvent = EventMembers & Fact;
export type EventOf<Type extends FactType> = EventMembers & FactOf<Type>;

/** An event of a type that this version does not know: kept, and led around the reducers. */
export type LogEvent = EventMembers & { readonly type: string; readonly data: unknown };

/** What counting needs to know of an event that its facts do not say. */
export interface EventAccount {
  /** The same for the same line wherever it occurs, also where a session copied another's. */
  readonly key: string;
  /** Names the request that the line answers, wherever copies of its lines stand; absent: nothing does. */
  readonly request?: string | undefined;
  /** True for a line that its session copied from the one that it goes on from. */
  readonly isCopy: boolean;
  /** The model that was at work; null: nobody has named it; absent: the facts tell. */
  readonly model?: string | null | undefined;
  /** True where an output says of itself that its call failed, which its item does not. */
  readonly failed?: boolean | undefined;
  /** Facts of the event that say again what earlier ones said, for the state's sake. */
  readonly repeated: readonly Fact[];
  /** Those of them whose words stand here alone: of a compaction that was counted before its summary. */
  readonly worded?: readonly Fact[] | undefined;
  /** What the line says besides, of which its thread's state knows nothing, in its order. */
  readonly aside: readonly AsideFact[];
}

/** Says how the events of one session count: given all of them, in their order. */
export interface Accountant {
  take(event: LogEvent): EventAccount;
}

/** A fact of a rolled-back line, or of another agent's work: nothing to fold, but it was paid for. */
export interface AsideFact {
  readonly fact: Fact;
  readonly model: string | null;
}
