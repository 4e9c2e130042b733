import type { EventSource } from "../../events/event-source.js";
import type { LogEvent, RefoldEvent } from "../../events/event.js";
import { isKnownEvent, rollbackOf } from "../../events/known-event.js";
import { itemsOf, type PlacedFact } from "../../reducers/reduce.js";
import { placedFactsIn } from "../../reducers/resume.js";
import { neutraliseLine } from "../../projections/display-text.js";
import { unknownWords } from "../../projections/item-words.js";
import { factHappenings, type Happening } from "../../projections/views/happenings.js";
import { damageWords } from "../../sessions/damage-words.js";
import { durationFigure, shortFigure } from "../../projections/figures.js";
import { excerpt, filledLine, padEnd, padStart } from "../output/layout.js";
import type { Output } from "../output/output.js";
import { itemRow, renderRow } from "./item-rows.js";
import type { SessionOutline, TurnOutline } from "../../sessions/survey.js";

/** How a session is shown: what happened, or each item on a line of its own. */
export type Detail = "happenings" | "items";

/** What changes how full the window is: the report before it is worth a line. */
const ENDS_WINDOW: ReadonlySet<string> = new Set(["compacted", "rollback", "trimmed", "cleared"]);

/** Shows a session turn by turn while its events (up to an offset) are read once more. */
export async function showTurns(
  { source, to }: { readonly source: EventSource; readonly to?: number | undefined },
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
    } else if (detail === "happenings") {
      show.unknown(event);
    }
    await output.keepUp();
  }
  show.end();
}

class TurnShow {
  #nextTurn = 0;
  #nextDamage = 0;
  /** Held back: of a turn's usage reports only the last is shown, where the turn or its window ends. */
  #usage: Happening | null = null;
  /** What the report said that was shown last. */
  #usageShown = "";

  constructor(
    readonly outline: SessionOutline,
    readonly output: Output,
  ) {}

  /** Shows what is before the event at `offset`: the heading of its turn, damage. */
  reach(offset: number): void {
    const turn = this.outline.turns[this.#nextTurn];
    if (turn !== undefined && turn.offset <= offset) {
      this.end();
      this.output.text(`\n${turnHeading(turn, this.output)}`);
      this.#nextTurn += 1;
    }
    for (; ; this.#nextDamage += 1) {
      const place = this.outline.damage[this.#nextDamage];
      if (place === undefined || place.offset === null || place.offset > offset) return;
      this.#show({ at: "", label: "damage", text: damageWords(place), tone: "loss" });
    }
  }

  happenings(event: RefoldEvent, placed: readonly PlacedFact[]): void {
    const rows = placed.flatMap((fact) => factHappenings(fact, event.offset));
    for (const row of rows) {
      if (row.label === "tokens") {
        // A line that makes a foreign history again repeats the newest report.
        const isRepeated = rollbackOf(event) !== null && row.text === this.#usageShown;
        if (!isRepeated) this.#usage = row;
      } else {
        if (ENDS_WINDOW.has(row.label)) this.end();
        this.#show(row);
      }
    }
  }

  /** An event that has no meaning here, as those of an application's own types. */
  unknown(event: LogEvent): void {
    const text = `${neutraliseLine(event.type)}  ${unknownWords(event)}`;
    this.#show({ at: String(event.offset), label: "event", text, maxLines: 4 });
  }

  items(placed: readonly PlacedFact[]): void {
    for (const { fact, refAt } of placed) {
      for (const [index, recorded] of itemsOf(fact).entries()) {
        this.output.text(itemRow({ ...recorded, ref: refAt(index) }, this.output));
      }
    }
  }

  /** Shows the usage that was held back. */
  end(): void {
    if (this.#usage === null) return;
    this.#show(this.#usage);
    this.#usageShown = this.#usage.text;
    this.#usage = null;
  }

  #show(row: Happening): void {
    this.output.text(renderRow(row, this.output).join("\n"));
  }
}

/** The line above a turn: `turn 3 · #57 · 2025-11-01 00:36:16 · 2 min 10 s · rolled back at #80`. */
function turnHeading(turn: TurnOutline, { styles, columns, times }: Output): string {
  const { offset, startedAt, endedAt, durationMs, model, number, rolledBackAt } = turn;
  const isRolledBack = rolledBackAt !== null;
  const numbered = number === null ? "turn without the user" : `turn ${number}`;
  const name = isRolledBack ? "rolled-back turn" : numbered;
  const note = turnNote(turn);
  const passedMs = durationMs ?? Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));
  const passed = durationFigure(passedMs);
  const facts = [`#${offset}`, times.time(startedAt), passed, model ?? "", note];
  const shown = `· ${facts.filter((fact) => fact !== "").join(" · ")}`;
  const paint = note === "" ? styles.dim : styles.yellow;
  const paintName = isRolledBack ? styles.dim : styles.bold;
  return `${paintName(name)} ${paint(excerpt(shown, columns - name.length - 1))}`;
}

/** What is remarkable about a turn; empty: nothing. */
function turnNote({ rolledBackAt, end, compactions }: TurnOutline): string {
  const notes: string[] = [];
  if (rolledBackAt !== null) notes.push(`rolled back at #${rolledBackAt}`);
  if (end?.kind === "aborted") {
    notes.push(`aborted${end.reason ? ` (${excerpt(end.reason, 30)})` : ""}`);
  }
  if (compactions > 0) notes.push("compacted");
  return notes.join(", ");
}

const NUMBER_COLUMNS = 4;

/** The head of the list that `turnLines` makes the lines of. */
export function turnListHead(output: Output): string {
  return output.styles.dim("turn      at  time         tools  tokens  what the user said");
}

/** A turn on one line, and below it what was said to it while it ran. */
export function* turnLines(turn: TurnOutline, output: Output): Generator<string> {
  const paint = turn.rolledBackAt === null ? (line: string) => line : output.styles.dim;
  const number = turn.rolledBackAt !== null ? "↩" : (turn.number ?? "–").toString();
  const start = [
    padStart(number, NUMBER_COLUMNS),
    padStart(`#${turn.offset}`, 7),
    ` ${output.times.time(turn.startedAt).slice(5, 16)}`,
    padStart(String(turn.toolCalls), 6),
    padStart(turn.lastTotal === null ? "" : shortFigure(turn.lastTotal), 7),
  ].join(" ");
  const note = turnNote(turn);
  const words = `${note === "" ? "" : `(${note}) `}${turn.words}`;
  yield paint(filledLine(`${start}  `, words, output));
  for (const { offset, words: more } of turn.steering) {
    const place = padEnd(padStart(`#${offset}`, NUMBER_COLUMNS + 8), start.length);
    yield paint(filledLine(`${place}  ↳ `, more, output));
  }
}
