import type { EventSource } from "../../events/event-source.js";
import type { RefoldEvent } from "../../events/event.js";
import { isKnownEvent, rollbackOf } from "../../events/known-event.js";
import { neutraliseLine } from "../../projections/display-text.js";
import { refKey } from "../../reducers/item-refs.js";
import { itemsOf, type PlacedFact } from "../../reducers/reduce.js";
import { placedFactsIn } from "../../reducers/resume.js";
import { durationFigure, shortFigure, timeFigure } from "../output/figures.js";
import { excerpt, padEnd, padStart } from "../output/layout.js";
import type { Output } from "../output/output.js";
import { factRows } from "./fact-rows.js";
import { itemLine, renderRow, type Row } from "./item-rows.js";
import type { SessionOutline, TurnOutline } from "./survey.js";
import { damageWords } from "./summary-lines.js";

/** How a session is shown: what happened, or each item on a line of its own. */
export type Detail = "happenings" | "items";

/** What changes how full the window is: the report before it is worth a line. */
const ENDS_WINDOW: ReadonlySet<string> = new Set(["compacted", "rollback", "trimmed", "cleared"]);

/** The events of a session up to an offset; absent: all. */
export interface ShownEvents {
  readonly source: EventSource;
  readonly to?: number | undefined;
}

/** Shows a session turn by turn while its events are read once more. */
export async function showTurns(
  { source, to }: ShownEvents,
  outline: SessionOutline,
  { output, detail }: { readonly output: Output; readonly detail: Detail },
): Promise<void> {
  const show = new TurnShow(outline, output);
  for await (const event of source.read(to === undefined ? {} : { to })) {
    show.reach(event.offset);
    if (isKnownEvent(event)) {
      const placed = await placedFactsIn(source, event);
      if (detail === "items") show.items(placed);
      else show.happenings(event, placed);
    }
    await output.keepUp();
  }
  show.end();
}

class TurnShow {
  #nextTurn = 0;
  #nextDamage = 0;
  /** Held back: of a turn's usage reports only the last is shown, where the turn or its window ends. */
  #usage: Row | null = null;
  /** What the report said that was shown last. */
  #usageShown = "";

  constructor(
    readonly outline: SessionOutline,
    readonly output: Output,
  ) {}

  /** Shows what stands before the event at `offset`: the heading of its turn, damage. */
  reach(offset: number): void {
    const turn = this.outline.turns[this.#nextTurn];
    if (turn !== undefined && turn.offset <= offset) {
      this.#showUsage();
      this.output.text(`\n${turnHeading(turn, this.output)}`);
      this.#nextTurn += 1;
    }
    for (; ; this.#nextDamage += 1) {
      const place = this.outline.damage[this.#nextDamage];
      if (place === undefined || place.offset === null || place.offset > offset) return;
      const { red } = this.output.styles;
      this.#show({ at: "", label: "damage", text: damageWords(place), paint: red });
    }
  }

  happenings(event: RefoldEvent, placed: readonly PlacedFact[]): void {
    const rows = placed.flatMap((fact) => factRows(fact, event.offset, this.output.styles));
    for (const row of rows) {
      if (row.label === "tokens") {
        // A line that makes a foreign history again repeats the newest report.
        const isRepeated = rollbackOf(event) !== null && row.text === this.#usageShown;
        if (!isRepeated) this.#usage = row;
      } else {
        if (ENDS_WINDOW.has(row.label)) this.#showUsage();
        this.#show(row);
      }
    }
  }

  items(placed: readonly PlacedFact[]): void {
    for (const { fact, refAt } of placed) {
      for (const [index, recorded] of itemsOf(fact).entries()) {
        const { kind, size, words } = itemLine(recorded);
        const at = padStart(`#${refKey(refAt(index))}`, 8);
        const start = `${at} ${padEnd(neutraliseLine(kind), 25)}${padStart(size, 8)}  `;
        const room = Math.max(this.output.columns - start.length, 12);
        this.output.text(`${start}${excerpt(words, room)}`);
      }
    }
  }

  end(): void {
    this.#showUsage();
  }

  #showUsage(): void {
    if (this.#usage === null) return;
    this.#show(this.#usage);
    this.#usageShown = this.#usage.text;
    this.#usage = null;
  }

  #show(row: Row): void {
    this.output.text(renderRow(row, this.output).join("\n"));
  }
}

/** The line above a turn: `turn 3 · #57 · 2025-11-01 00:36:16 · 2 min 10 s · rolled back at #80`. */
function turnHeading(turn: TurnOutline, { styles, columns }: Output): string {
  const name = turnName(turn);
  const note = turnNote(turn);
  const facts = [
    "",
    `#${turn.offset}`,
    timeFigure(turn.startedAt),
    durationFigure(turnDurationMs(turn)),
    ...(turn.model === null ? [] : [turn.model]),
    ...(note === "" ? [] : [note]),
  ].join(" · ");
  const shownFacts = excerpt(facts.trimStart(), columns - name.length - 1);
  const paint = note === "" ? styles.dim : styles.yellow;
  return `${turn.rolledBackAt === null ? styles.bold(name) : styles.dim(name)} ${paint(shownFacts)}`;
}

function turnName({ number, rolledBackAt }: TurnOutline): string {
  if (rolledBackAt !== null) return "rolled-back turn";
  return number === null ? "turn without the user" : `turn ${number}`;
}

/** What is remarkable about a turn; empty: nothing. */
function turnNote(turn: TurnOutline): string {
  const notes = [
    ...(turn.rolledBackAt === null ? [] : [`rolled back at #${turn.rolledBackAt}`]),
    ...(turn.end?.kind === "aborted" ? [`aborted${reason(turn)}`] : []),
    ...(turn.compactions === 0 ? [] : ["compacted"]),
  ];
  return notes.join(", ");
}

function reason({ end }: TurnOutline): string {
  return end?.reason ? ` (${excerpt(end.reason, 30)})` : "";
}

function turnDurationMs({ startedAt, endedAt, durationMs }: TurnOutline): number {
  return durationMs ?? Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));
}

/** The head of the list that `turnLine` makes the lines of. */
export function turnListHead(output: Output): string {
  return output.styles.dim("turn      at  time         tools  tokens  what the user said");
}

/** A turn on one line. */
export function turnLine(turn: TurnOutline, output: Output): string {
  const { dim } = output.styles;
  const number = turn.rolledBackAt !== null ? "↩" : (turn.number ?? "–").toString();
  const start = [
    padStart(number, 4),
    padStart(`#${turn.offset}`, 7),
    ` ${timeFigure(turn.startedAt).slice(5, 16)}`,
    padStart(String(turn.toolCalls), 6),
    padStart(turn.lastTotal === null ? "" : shortFigure(turn.lastTotal), 7),
  ].join(" ");
  const note = turnNote(turn);
  const words = `${note === "" ? "" : `(${note}) `}${turn.words}`;
  const line = `${start}  ${excerpt(words, Math.max(output.columns - start.length - 2, 12))}`;
  return turn.rolledBackAt === null ? line : dim(line);
}
