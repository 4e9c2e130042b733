import type {
  Accountant,
  AsideFact,
  EventAccount,
  Fact,
  LogEvent,
  RefoldEvent,
} from "../../events/event.js";
import { isPartsOutput } from "../../events/item-images.js";
import { isJsonObject } from "../../events/json.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { JsonObject } from "../../events/primitives.js";
import { HistoryFacts } from "../shared/event-facts.js";
import { ignoreEvidence } from "../shared/evidence.js";
import { isCount, textAt } from "../shared/json.js";
import { accountOf, modelOfTurn } from "../shared/session-form.js";
import { SET_ASIDE_REASON } from "./line-facts.js";
import { readLineMeaning } from "./read-line.js";
import { threadIdIn } from "./session-meta.js";

/** How far apart the lines of a copied history are at most: all are written at one stroke. */
const COPY_GAP_MS = 1000;
/** Which one it would have been is not asked of a compaction that was set aside. */
const FIRST_CHECKPOINT = { windowNumber: 1, previous: null } as const;

/** A line, as far as it says whose it is. */
interface CopyEvidence {
  readonly offset: number;
  /** RFC 3339. */
  readonly at: string;
  /** Its ordinal; anything but a count: it has none. */
  readonly ordinal: unknown;
  /** What its `session_meta` says; null: it is none. */
  readonly meta: JsonObject | null;
}

/**
 * Which lines of a rollout are copies of another session's.
 *
 * A fork's rollout begins with its own `session_meta` line (`forked_from_id`) and a copy of the other
 * session's history, from that one's `session_meta` on, each line with the time of copying. The copy
 * ends where the next line is more than a second later: the first request of the fork's own. Since
 * 0.150 a fork has own lines only, and a sub-agent says where its own begin.
 */
export class CopiedLines {
  #isCopying = false;
  #ownId: unknown = null;
  /** When the newest of the copied lines was written. */
  #lastMs = 0;
  /** The ordinal of a sub-agent's first own line; null: the session is none, or is of an older version. */
  #ownFrom: number | null = null;

  /** False: the next line can only be a copy if it is a `session_meta`. */
  get asksEveryLine(): boolean {
    return this.#isCopying || this.#ownFrom !== null;
  }

  /** Takes a line, in order. @returns whether it is a copy */
  take({ offset, at, ordinal, meta }: CopyEvidence): boolean {
    if (this.#isCopying) {
      const timeMs = Date.parse(at);
      if (timeMs - this.#lastMs > COPY_GAP_MS) this.#isCopying = false;
      this.#lastMs = timeMs;
    }
    if (meta !== null) this.#takeMeta(meta, offset, at);
    if (this.#ownFrom !== null && isCount(ordinal)) {
      this.#isCopying = offset > 0 && ordinal < this.#ownFrom;
    }
    return this.#isCopying;
  }

  #takeMeta(meta: JsonObject, offset: number, at: string): void {
    const { id, subagent_history_start_ordinal: ownFrom, history_mode: mode } = meta;
    if (offset === 0) {
      this.#ownId = id;
      this.#ownFrom = isCount(ownFrom) ? ownFrom : null;
    } else if (id !== this.#ownId && mode !== "paginated") {
      this.#isCopying = true;
      this.#lastMs = Date.parse(at);
    }
  }
}

/**
 * How the lines of a Codex rollout count. A line is the same one in every lineage that it is in
 * (docs/codex.md, "Histories that begin in another file"); those of another thread's file are copies.
 */
export class CodexAccounts implements Accountant {
  /** The thread's id, while the lines are those of another thread's file, which its history begins in. */
  #awaited: string | null = null;
  #model: string | null = null;
  readonly #copies = new CopiedLines();
  /** The thread whose file the lines stand in, where they have ordinals. */
  #fileOf: string | null = null;

  take(event: LogEvent): EventAccount {
    const object = event.foreign?.object ?? null;
    const ordinal = object?.ordinal;
    const payload = object?.type === "session_meta" ? object.payload : null;
    const meta = isJsonObject(payload) ? payload : null;
    const place = { offset: event.offset, at: event.at, ordinal, meta };
    if (meta !== null) {
      if (event.offset === 0) this.#awaited = foreignIdIn(event);
      if (threadIdIn(meta) === this.#awaited) this.#awaited = null;
    }
    const isCopy = this.#copies.take(place) || this.#awaited !== null;
    if (meta !== null && !isCopy) this.#fileOf = textAt(meta, "id");
    this.#model = modelOf(event, object) ?? this.#model;
    const isPlaced = this.#fileOf !== null && isCount(ordinal);
    const key = isPlaced ? `${this.#fileOf}:${ordinal}:${event.at}` : event.id;
    const model = this.#model;
    if (!isKnownEvent(event)) return accountOf(event, { key, isCopy, model });
    const aside = object === null ? [] : this.#aside(event, object);
    const failed = hasFailed(event);
    return accountOf(event, { key, isCopy, model, repeated: repeatedIn(event), aside, failed });
  }

  /** What a line of a discarded turn says: it is folded nowhere. */
  #aside(event: RefoldEvent, object: JsonObject): readonly AsideFact[] {
    if (event.type !== "foreign.kept" || event.data.reason !== SET_ASIDE_REASON) return [];
    const options = { isBare: object.payload === undefined, policy: null, keep: ignoreEvidence };
    const { fact, compaction } = readLineMeaning(object, event.offset, options);
    const place = { line: event.offset, ...FIRST_CHECKPOINT };
    const said = compaction === null ? fact : new HistoryFacts().compacted(compaction, place);
    return said === null ? [] : [{ fact: said, model: this.#model }];
  }
}

/**
 * How Codex says that a call failed, by its versions: an exit code in JSON around the output or in a head
 * before it, or a sentence of its own. What is in the output itself says nothing.
 */
const FAILURES: readonly RegExp[] = [
  /"metadata":\{"exit_code":(?!0[,}])-?\d+(?:,"duration_seconds":[\d.]+)?\}\}$/,
  /^Exit code: (?!0\n)-?\d+\nWall time: /,
  /^(?:Chunk ID: .*\n)?Wall time: .*\nProcess exited with code (?!0\n)-?\d+\n/,
  /^failed in sandbox \w+ with execution error: /,
  /^Script failed\nWall time /,
];

/** Whether a tool output says that its call failed. No line of a rollout has a mark for it. */
function hasFailed(event: RefoldEvent): boolean {
  if (event.type !== "item.recorded" || !isPartsOutput(event.data.item)) return false;
  const { output } = event.data.item;
  const [first] = typeof output === "string" ? [] : output;
  const text = typeof output === "string" ? output : first?.type === "input_text" ? first.text : "";
  // All of them stand at one end: an output may have megabytes.
  const ends = text.length > 1000 ? text.slice(0, 500) + text.slice(-500) : text;
  return FAILURES.some((failure) => failure.test(ends));
}

/** Of the first event: the id of the thread, which is that of the file that was named. */
function foreignIdIn(event: LogEvent): string | null {
  if (!isKnownEvent(event) || event.type !== "thread.started") return null;
  return event.data.source.foreignId ?? null;
}

/** A context names it, for all that follows. */
function modelOf(event: LogEvent, object: JsonObject | null): string | null {
  if (object?.type !== "turn_context" || !isJsonObject(object.payload)) return modelOfTurn(event);
  return textAt(object.payload, "model");
}

/**
 * Of the facts after a rollback, all are of earlier lines but the line's own, which is last. A
 * rollback that is none of the session's own only settles what an earlier line meant.
 */
function repeatedIn(event: RefoldEvent): readonly Fact[] {
  if (event.type !== "foreign.kept" || event.derived === undefined) return [];
  const { data, derived } = event;
  const [first] = derived;
  if (first?.type !== "history.rolled-back") return [];
  const last = derived.findLast((fact) => fact.type !== "context.injected");
  const isRollback = data.kind === "event_msg.thread_rolled_back";
  return derived.filter((fact) => {
    if (fact === first) return !isRollback;
    return fact !== last || !isOfKind(fact, data.kind);
  });
}

/** Whether a line of this kind says this fact: items, compactions and usage are repeated. */
function isOfKind(fact: Fact, kind: string): boolean {
  if (fact.type === "item.recorded") return kind.startsWith("response_item.");
  if (fact.type === "history.compacted") return kind === "compacted";
  if (fact.type === "usage.reported") return kind === "event_msg.token_count";
  return kind.startsWith("event_msg.");
}
