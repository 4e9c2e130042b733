import type { ThreadState } from "../../reducers/thread-state.js";
import { refKey } from "../../reducers/item-refs.js";
import { counted, figure, shortFigure } from "../output/figures.js";
import { excerpt, padEnd, padStart } from "../output/layout.js";
import { neutraliseLine } from "../output/neutralise.js";
import type { Output } from "../output/output.js";
import { fieldLines } from "../replay/header-lines.js";
import { itemLine } from "../replay/item-rows.js";

/** A state for people: what it is at, then the ledger, an item a line. */
export function* stateLines(state: ThreadState, name: string, output: Output): Generator<string> {
  const { ledger, log } = state;
  yield output.styles.bold(`${neutraliseLine(name)} at #${log.head - 1}`);
  for (const [label, value] of stateFields(state)) {
    if (value !== null) yield* fieldLines(label, value, output);
  }
  yield "";
  if (ledger.entries.length === 0) yield output.styles.dim("  the ledger is empty");
  for (const entry of ledger.entries) {
    const { kind, size, words } = itemLine(entry);
    const at = padStart(`#${refKey(entry.ref)}`, 8);
    const start = `${at} ${padEnd(neutraliseLine(kind), 25)}${padStart(size, 8)}  `;
    yield `${start}${excerpt(words, Math.max(output.columns - start.length, 12))}`;
  }
}

function stateFields(state: ThreadState): readonly (readonly [string, string | null])[] {
  const { ledger, baseline, checkpoint, usage, turns, thread, log } = state;
  const window = usage.contextWindow === null ? "" : ` of ${shortFigure(usage.contextWindow)}`;
  const previous = turns.previous?.model ?? null;
  return [
    ["thread", thread?.threadId ?? null],
    ["history", `version ${log.historyVersion}`],
    [
      "turns",
      `${counted(turns.userTurns, "user turn")}${turns.running === null ? "" : ", one running"}`,
    ],
    ["ledger", `${counted(ledger.entries.length, "item")}, about ${figure(ledger.tokens)} tokens`],
    [
      "usage",
      usage.last === null
        ? null
        : `${shortFigure(usage.last.total)}${window} tokens ${usage.lastIsEstimate ? "estimated" : "reported"}`,
    ],
    [
      "baseline",
      baseline === null ? "none: the next turn tells everything" : baselineWords(baseline.envelope),
    ],
    ["previous", previous === null ? null : `model ${previous}`],
    [
      "compacted",
      checkpoint === null ? null : `at #${checkpoint.offset}, window ${checkpoint.windowNumber}`,
    ],
  ];
}

function baselineWords(envelope: Readonly<Record<string, unknown>>): string {
  return Object.entries(envelope)
    .filter(([, value]) => ["string", "number", "boolean"].includes(typeof value))
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(", ");
}
