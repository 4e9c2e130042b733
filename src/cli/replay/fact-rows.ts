import { SUMMARY_PREFIX } from "../../codex-strings.js";
import type { Fact, FactOf } from "../../events/event.js";
import { neutraliseLine } from "../../projections/display-text.js";
import { refKey } from "../../reducers/item-refs.js";
import { itemsOf, type PlacedFact } from "../../reducers/reduce.js";
import { counted, shortFigure } from "../output/figures.js";
import type { Styles } from "../output/output.js";
import { itemRows, type Row } from "./item-rows.js";

/** What people see of a fact of the event at an offset; nothing, where it says nothing to them. */
export function factRows(
  { fact, refAt }: PlacedFact,
  offset: number,
  styles: Styles,
): readonly Row[] {
  const at = String(offset);
  switch (fact.type) {
    case "item.recorded":
    case "context.injected":
      return itemsOf(fact).flatMap((recorded, index) =>
        itemRows(refKey(refAt(index)), recorded, styles),
      );
    case "history.compacted":
      return compactionRows(at, fact, styles);
    case "history.rolled-back":
      return [{ at, label: "rollback", text: rollbackWords(fact), paint: styles.red }];
    case "history.trimmed":
      return [
        {
          at,
          label: "trimmed",
          text: `${counted(fact.data.refs.length, "item")} went: ${fact.data.reason}`,
          paint: styles.red,
        },
      ];
    case "history.cleared":
      return [{ at, label: "cleared", text: "the conversation starts afresh", paint: styles.red }];
    case "outputs.cleared":
      return [{ at, label: "cleared", text: refsWords(fact, "tool output"), paint: styles.red }];
    case "images.replaced":
      return [{ at, label: "replaced", text: refsWords(fact, "tool image"), paint: styles.red }];
    case "usage.reported":
      return [{ at, label: "tokens", text: usageWords(fact), paintText: styles.dim }];
    case "notice.logged":
      return [
        { at, label: fact.data.level, text: fact.data.message, paint: styles.yellow, maxLines: 3 },
      ];
    case "turn.completed":
      return [];
    case "turn.aborted":
      return [{ at, label: "aborted", text: fact.data.reason ?? "", paint: styles.red }];
    default:
      return settingRows(at, fact);
  }
}

/** Facts about the thread itself. */
function settingRows(at: string, fact: Fact): readonly Row[] {
  switch (fact.type) {
    case "thread.forked":
      return [
        { at, label: "fork", text: `of ${fact.data.from.threadId} at #${fact.data.from.offset}` },
      ];
    case "thread.renamed":
      return [{ at, label: "title", text: fact.data.title ?? "(none)", maxLines: 1 }];
    case "instructions.set":
      return [
        {
          at,
          label: "context",
          text: `base instructions, ${counted(Math.ceil(Buffer.byteLength(fact.data.text) / 4), "token")}`,
        },
      ];
    case "tools.declared":
      return [{ at, label: "context", text: counted(fact.data.tools.length, "declared tool") }];
    case "snapshot.taken":
      return [{ at, label: "snapshot", text: `git ${fact.data.commit}`, maxLines: 1 }];
    case "snapshot.restored":
      return [{ at, label: "restored", text: `git ${fact.data.commit}`, maxLines: 1 }];
    default:
      return [];
  }
}

function compactionRows(
  at: string,
  { data }: FactOf<"history.compacted">,
  styles: Styles,
): readonly Row[] {
  const items =
    data.replacement === null
      ? ""
      : `${counted(data.replacement.length, "item")} ${data.replacement.length === 1 ? "remains" : "remain"}`;
  const tokens =
    data.tokensBefore === null || data.tokensAfter === null
      ? ""
      : `${shortFigure(data.tokensBefore)} → ${shortFigure(data.tokensAfter)} tokens`;
  const why = [data.trigger === "foreign" ? "" : data.trigger, data.reason ?? ""].join(" ").trim();
  const facts = [neutraliseLine(why), items, tokens].filter((text) => text !== "");
  const summary = summaryWords(data.summary ?? "");
  return [
    { at, label: "compacted", text: facts.join(", ") || "(legacy)", paint: styles.magenta },
    ...(summary === ""
      ? []
      : [{ at: "", label: "", text: summary, mark: "│ ", paintText: styles.dim, maxLines: 6 }]),
  ];
}

/** Without the sentence that Codex puts before each: people know what it says. */
function summaryWords(summary: string): string {
  const start = `${SUMMARY_PREFIX}\n`;
  return summary.startsWith(start) ? summary.slice(start.length) : summary;
}

function rollbackWords({ data }: FactOf<"history.rolled-back">): string {
  const turns =
    data.turns === null || data.turns === undefined ? "" : `${counted(data.turns, "turn")}, `;
  return `${turns}back to #${data.to}; what came after it no longer counts`;
}

function refsWords(
  { data }: FactOf<"outputs.cleared"> | FactOf<"images.replaced">,
  what: string,
): string {
  return `${counted(data.refs.length, what)}: ${data.placeholder}`;
}

function usageWords({ data }: FactOf<"usage.reported">): string {
  const { usage, contextWindow } = data;
  const cached = usage.cachedInput === 0 ? "" : ` (${shortFigure(usage.cachedInput)} cached)`;
  const share =
    contextWindow === null || contextWindow === 0
      ? ""
      : `, ${Math.round((usage.total / contextWindow) * 100)}% of ${shortFigure(contextWindow)}`;
  return `${shortFigure(usage.input)} in${cached}, ${shortFigure(usage.output)} out${share}`;
}
