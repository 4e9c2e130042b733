import type { LogEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import { excerpt, padEnd, padStart } from "../output/layout.js";
import { neutraliseLine } from "../output/neutralise.js";
import type { Output } from "../output/output.js";
import { rollbackOf } from "../../events/rollback-of.js";
import { refKey } from "../../reducers/item-refs.js";
import { countedFacts, itemsOf, refOf } from "./counted-facts.js";
import { eventRows } from "./fact-rows.js";
import { itemLine } from "./item-rows.js";
import type { SessionOutline } from "./outline.js";
import { renderRow, type Row } from "./row.js";
import { damageWords } from "./summary-lines.js";
import { turnHeading } from "./turn-heading.js";

/** How a session is shown: what happened, or each item on a line of its own. */
export type Detail = "happenings" | "items";

/** What changes how full the window is: the report before it is worth a line. */
const ENDS_WINDOW: ReadonlySet<string> = new Set(["compacted", "rollback", "trimmed", "cleared"]);

/** Shows a session turn by turn while its events are read once more. */
export async function showTurns(
  events: AsyncIterable<LogEvent>,
  outline: SessionOutline,
  { output, detail }: { readonly output: Output; readonly detail: Detail },
): Promise<void> {
  const show = new TurnShow(outline, output);
  for await (const event of events) {
    show.reach(event.offset);
    if (detail === "items") show.items(event);
    else show.happenings(event);
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

  happenings(event: LogEvent): void {
    if (!isKnownEvent(event)) return;
    for (const row of eventRows(event, this.output.styles)) {
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

  items(event: LogEvent): void {
    if (!isKnownEvent(event)) return;
    for (const { fact, firstIndex } of countedFacts(event)) {
      for (const [index, recorded] of itemsOf(fact).entries()) {
        const { kind, size, words } = itemLine(recorded);
        const at = padStart(`#${refKey(refOf(event.offset, firstIndex, index))}`, 8);
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
