import type { FactOf, RefoldEvent } from "../../events/event.js";
import type { TurnOutline } from "./outline.js";

type End = Pick<TurnOutline, "end" | "durationMs"> & { readonly offset: number };
/** A stretch of events that belong to one turn; another one begins where a rollback leads back into it. */
type Span = Pick<TurnOutline, "endOffset" | "endedAt">;

/**
 * Where turns end, and how. A rollback may lead back into a turn, and the next one out of it again: so
 * what is said of a turn's end counts while the place where it is said does.
 */
export class TurnEnds {
  readonly #spans = new Map<TurnOutline, Span[]>();
  readonly #ends = new Map<TurnOutline, End[]>();
  #open: { readonly turn: TurnOutline; readonly span: Span } | null = null;

  /** A turn goes on with this event. */
  reach(turn: TurnOutline, { offset, at }: Pick<RefoldEvent, "offset" | "at">): void {
    if (this.#open?.turn === turn) {
      Object.assign(this.#open.span, { endOffset: offset, endedAt: at });
      return;
    }
    const span = { endOffset: offset, endedAt: at };
    this.#open = { turn, span };
    push(this.#spans, turn, span);
  }

  /** The turn's events were, after all, only those up to there. */
  cut(turn: TurnOutline, endOffset: number): void {
    const span = this.#spans.get(turn)?.at(-1);
    if (span !== undefined) span.endOffset = endOffset;
  }

  end(turn: TurnOutline, offset: number, fact: Ending): void {
    const { reason, durationMs } = fact.data;
    const kind = fact.type === "turn.completed" ? "completed" : "aborted";
    push(this.#ends, turn, { offset, end: { kind, reason }, durationMs });
  }

  rolledBack(): void {
    this.#open = null;
  }

  /** Writes into a turn how it ends: by what survives, or, where all of it went, by what was said last. */
  settle(turn: TurnOutline, survives: (offset: number) => boolean): void {
    const isGone = turn.rolledBackAt !== null;
    const counts = (offset: number): boolean => isGone || survives(offset);
    const span = this.#spans.get(turn)?.findLast(({ endOffset }) => counts(endOffset));
    if (span !== undefined) Object.assign(turn, span);
    const end = this.#ends.get(turn)?.findLast(({ offset }) => counts(offset));
    turn.end = end?.end ?? null;
    turn.durationMs = end?.durationMs ?? null;
  }
}

type Ending = FactOf<"turn.completed"> | FactOf<"turn.aborted">;

function push<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
