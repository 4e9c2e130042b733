import { withoutEditorContext } from "../codex-strings.js";
import type { Fact, LogEvent, RefoldEvent } from "../events/event.js";
import { contentText, userMessageText } from "../events/item-class.js";
import type { Item } from "../events/item.js";
import { isKnownEvent, rollbackOf } from "../events/known-event.js";
import { countedFacts } from "./reduce.js";
import { type Rollback, survivorsOf } from "./spine.js";
import { marksOfFact, type Opening, type TurnEnd, type TurnMark } from "./turn-marks.js";

/** A turn of a log (docs/semantics.md §4.1-4.2), discarded ones included. */
export interface OutlinedTurn {
  /** From 1, counting surviving user turns; null: discarded, or no user turn. */
  readonly number: number | null;
  /** Where it begins: `turn.started`; without one, the context that leads to its boundary. */
  readonly fromOffset: number;
  /** Its last event, apart from rollbacks that lead back to it; discarded: the last before that. */
  readonly toOffset: number;
  /** RFC 3339: when it began, and the time of its last event. */
  readonly startedAt: string;
  readonly endedAt: string;
  /** `start`: by a `turn.started`; `boundary`: by its first message, in a log without such events. */
  readonly begunBy: "start" | "boundary";
  readonly turn: string | null;
  readonly foreignId: string | null;
  readonly model: string | null;
  /** What its user, or an instructing agent, said first; null: it is no user turn. */
  readonly boundary: Boundary | null;
  /** The last offset that counts before it begins. */
  readonly before: number;
  readonly end: TurnEnd | null;
  /** The event that discarded it: a rollback, or the edit in place of a foreign one. */
  readonly discardedAt: number | null;
  /** The newest message that was discarded while its turn survives without one; mostly null. */
  readonly discardedSaying: DiscardedSaying | null;
  /** What was said to the turn after its boundary, while it ran; without what was discarded alone. */
  readonly steering: readonly Steering[];
}

/** A message to a running turn. */
export interface Steering {
  readonly offset: number;
  /** The beginning of what was said. */
  readonly words: string;
}

export interface Boundary extends Opening {
  readonly at: string;
  /** The beginning of what was said. */
  readonly words: string;
}

/** A rollback to before the first turn's message leaves a turn without a user. */
export interface DiscardedSaying {
  readonly boundary: Boundary;
  readonly end: TurnEnd | null;
  readonly toOffset: number;
}

/** How many turns the edits took that stand for a foreign rollback, by the offset of each edit. */
export type UndoneTurns = ReadonlyMap<number, number>;

export const NONE_UNDONE: UndoneTurns = new Map();

/** The thread's turns as of an event: the newest one, and before it the state when it began. */
interface Standing {
  readonly turn: Turn | null;
  readonly boundary: Boundary | null;
  readonly end: TurnEnd | null;
  readonly before: Standing | null;
  /** There was a `turn.started`: from there on nothing else begins a turn. */
  readonly hasStarts: boolean;
  /** The context that the next boundary may begin with. */
  readonly context: Context | null;
  /** The newest place that is known to be the turn's. */
  readonly reached: Stretch;
}

interface Change {
  readonly offset: number;
  readonly standing: Standing;
}

/** `from`: where it begins or, after a rollback, goes on; null: it did not go on. */
type Context = Opening & { readonly from: number | null };

const START: Standing = {
  ...{ turn: null, boundary: null, end: null, before: null },
  ...{ hasStarts: false, context: null, reached: { toOffset: 0, at: "" } },
};

type Opened = Pick<
  OutlinedTurn,
  "fromOffset" | "startedAt" | "begunBy" | "turn" | "foreignId" | "model" | "before"
>;

/** A stretch of events that belong to one turn; a rollback into the turn begins another. */
interface Stretch {
  toOffset: number;
  at: string;
}

interface Turn {
  readonly index: number;
  readonly openedAt: number;
  readonly opened: Opened;
  readonly stretches: Stretch[];
  /** As it was last, and as it was last with a boundary. */
  latest: Standing;
  saying: DiscardedSaying | null;
  undoneAt: number | null;
  readonly steering: Steering[];
}

/**
 * Folds a log's events to its turns, oldest first. A rollback restores the turns as of its target, so
 * every answer agrees with `ThreadState.turns`. Memory grows with the number of turns.
 *
 * For each event call `enter`, then `add` with each of its facts that counts; or `take` for both.
 */
export class TurnFold {
  readonly #turns: Turn[] = [];
  readonly #rollbacks: Rollback[] = [];
  readonly #changes: Change[] = [];
  #standing = START;
  #event: { readonly offset: number; readonly at: string } | null = null;
  #stretch: { readonly turn: Turn; readonly stretch: Stretch } | null = null;
  /** The turn before the event that was entered last. */
  #before: Turn | null = null;
  #mayBeUndone = false;

  constructor(private readonly undone: UndoneTurns = NONE_UNDONE) {}

  /** Index of the newest turn that survives so far, among those of `finish`; null: there is none. */
  get current(): number | null {
    return this.#standing.turn?.index ?? null;
  }

  get length(): number {
    return this.#turns.length;
  }

  get rollbacks(): readonly Rollback[] {
    return this.#rollbacks;
  }

  /** A foreign rollback was met that may have taken turns: `undoneTurns` knows which. */
  get mayBeUndone(): boolean {
    return this.#mayBeUndone;
  }

  take(event: LogEvent): void {
    this.enter(event);
    if (!isKnownEvent(event)) return;
    for (const fact of countedFacts(event)) this.add(fact, event);
  }

  /** Begins with an event, which may be a rollback. */
  enter(event: LogEvent): void {
    this.#leave();
    this.#event = event;
    this.#before = this.#standing.turn;
    const to = isKnownEvent(event) ? rollbackOf(event) : null;
    if (to === null || to >= event.offset) return; // `replay` refuses one that goes nowhere
    const rollback = { offset: event.offset, to };
    this.#rollbacks.push(rollback);
    this.#stretch = null;
    const { offset, standing } = this.#changeAt(rollback.to);
    const { turn, context } = standing;
    const reached = { ...standing.reached, ...(offset < rollback.to && { toOffset: rollback.to }) };
    turn?.stretches.push({ ...reached });
    this.#change({ ...standing, context: context && { ...context, from: null } }, reached);
  }

  /** Takes a fact of the event that was entered. */
  add(fact: Fact, event: RefoldEvent): void {
    for (const mark of marksOfFact(fact, event)) this.mark(mark);
  }

  mark(mark: TurnMark): void {
    const { turn, hasStarts, context } = this.#standing;
    switch (mark.kind) {
      case "start":
        this.#open(mark, openedByStart(mark));
        return;
      case "boundary":
        if (hasStarts) this.#say(mark);
        else this.#open(mark, openedByBoundary(mark, context));
        return;
      case "end":
        if (turn !== null) this.#change({ ...this.#standing, end: mark.end });
        break;
      case "edit":
        if (mark.mayUndo && !hasStarts) {
          this.#mayBeUndone = true;
          this.#undoNewest(this.undone.get(mark.offset) ?? 0);
        }
        break;
      case "context":
        if (!hasStarts && (context?.from ?? null) === null) {
          this.#change({ ...this.#standing, context: { ...mark, ...context, from: mark.offset } });
        }
        return;
      case "item":
        break;
    }
    if (context !== null) this.#change({ ...this.#standing, context: null });
  }

  /** Discards the newest user turns, and what came after the first of them. */
  #undoNewest(turns: number): void {
    let standing = this.#standing;
    for (let left = turns; left > 0 && standing.turn !== null;) {
      if (standing.boundary !== null) left -= 1;
      standing.turn.undoneAt = this.#event?.offset ?? 0;
      standing = standing.before ?? START;
    }
    if (turns > 0) this.#change({ ...standing, context: null });
  }

  get userTurns(): number {
    return this.#surviving().filter(({ boundary }) => boundary !== null).length;
  }

  /** The turns, in the order in which they began. */
  finish(): readonly OutlinedTurn[] {
    this.#leave();
    const discardedBy = survivorsOf(this.#rollbacks);
    const surviving = new Map(this.#surviving().map((standing) => [standing.turn, standing]));
    let number = 0;
    return this.#turns.map((turn): OutlinedTurn => {
      const standing = surviving.get(turn);
      const { boundary, end } = standing ?? turn.latest;
      const counts = (offset: number): boolean =>
        standing === undefined || discardedBy(offset) === null;
      const last = lastOf(turn, counts);
      const isNumbered = standing !== undefined && boundary !== null;
      return {
        ...turn.opened,
        number: isNumbered ? (number += 1) : null,
        toOffset: last.toOffset,
        endedAt: last.at,
        boundary,
        end,
        discardedAt: standing === undefined ? (discardedBy(turn.openedAt) ?? turn.undoneAt) : null,
        discardedSaying: standing !== undefined && boundary === null ? turn.saying : null,
        steering: turn.steering.filter(({ offset }) => boundary !== null && counts(offset)),
      };
    });
  }

  /** The turns that survive, each as it is at its end, oldest first. */
  #surviving(): readonly Standing[] {
    const found: Standing[] = [];
    let standing: Standing | null = this.#standing;
    for (; standing !== null; standing = standing.before) {
      if (standing.turn !== null) found.push(standing);
    }
    return found.reverse();
  }

  #open(mark: OpeningMark, opened: Opened): void {
    this.#cut(opened.fromOffset);
    const before = this.#standing;
    const hasStarts = before.hasStarts || opened.begunBy === "start";
    const blank = { boundary: null, end: null, before, hasStarts, context: null };
    const turn: Turn = {
      ...{ index: this.#turns.length, openedAt: mark.offset, opened },
      ...{ stretches: [], saying: null, undoneAt: null, steering: [] },
      latest: START,
    };
    this.#turns.push(turn);
    this.#change({ ...blank, turn });
    if (mark.kind === "boundary") this.#say(mark);
  }

  /** The context that leads to a turn was taken for the turn before. */
  #cut(fromOffset: number): void {
    const stretch = this.#stretch?.stretch;
    if (stretch !== undefined) stretch.toOffset = Math.min(stretch.toOffset, fromOffset - 1);
  }

  #say(mark: BoundaryMark): void {
    const { boundary, turn } = this.#standing;
    if (turn === null) return;
    const { offset, before, at, item } = mark;
    const words = firstWords(item);
    if (boundary !== null && boundary.words !== "") {
      turn.steering.push({ offset, words });
      return;
    }
    const said = boundary ?? { offset, before, at };
    this.#change({ ...this.#standing, boundary: { ...said, words } });
  }

  #change(standing: Omit<Standing, "reached">, reached?: Stretch): void {
    const { offset, at } = this.#event ?? { offset: 0, at: "" };
    this.#standing = { ...standing, reached: reached ?? { toOffset: offset, at } };
    if (this.#changes.at(-1)?.offset === offset) this.#changes.pop();
    this.#changes.push({ offset, standing: this.#standing });
  }

  #changeAt(offset: number): Change {
    const change = this.#changes.findLast((each) => each.offset <= offset);
    return change ?? { offset: 0, standing: START };
  }

  /** What the event that was entered last came to. */
  #leave(): void {
    const event = this.#event;
    const { turn, boundary, end } = this.#standing;
    if (event === null || turn === null) return;
    if (turn !== this.#before && turn.openedAt !== event.offset) return;
    turn.latest = this.#standing;
    if (boundary !== null) turn.saying = { boundary, end, toOffset: event.offset };
    if (this.#stretch?.turn !== turn) {
      const stretch = { toOffset: event.offset, at: event.at };
      this.#stretch = { turn, stretch };
      turn.stretches.push(stretch);
    } else {
      Object.assign(this.#stretch.stretch, { toOffset: event.offset, at: event.at });
    }
  }
}

type BoundaryMark = Extract<TurnMark, { kind: "boundary" }>;
type StartMark = Extract<TurnMark, { kind: "start" }>;
type OpeningMark = BoundaryMark | StartMark;

function openedByStart(mark: StartMark): Opened {
  const { offset, before, at, turn, foreignId, model } = mark;
  return { begunBy: "start", fromOffset: offset, startedAt: at, before, turn, foreignId, model };
}

function openedByBoundary(mark: BoundaryMark, context: Context | null): Opened {
  const { before } = context ?? mark;
  const fromOffset = context?.from ?? mark.offset;
  const unnamed = { turn: null, foreignId: null, model: null };
  return { begunBy: "boundary", fromOffset, startedAt: mark.at, before, ...unnamed };
}

/** The newest place that a turn reached, of those that count. */
function lastOf({ stretches, opened }: Turn, counts: (offset: number) => boolean): Stretch {
  let last: Stretch | null = null;
  for (const stretch of stretches) {
    if (!counts(stretch.toOffset)) continue;
    if (last === null || stretch.toOffset > last.toOffset) last = stretch;
  }
  return last ?? { toOffset: opened.fromOffset, at: opened.startedAt };
}

/** How much of a message is kept, in characters. */
const LONGEST_WORDS = 200;

function firstWords(item: Item): string {
  if (item.type !== "message") return "";
  const { role, content } = item;
  const said = withoutEditorContext(
    role === "user" ? userMessageText(item) : (contentText(content) ?? ""),
  );
  const hasImage = content.some(({ type }) => type === "input_image");
  // Joined from characters: a slice would keep the whole text in memory, for each turn.
  return Array.from((said === "" && hasImage ? "[image]" : said).slice(0, 2 * LONGEST_WORDS))
    .slice(0, LONGEST_WORDS)
    .join("");
}
