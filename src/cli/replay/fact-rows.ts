import { SUMMARY_PREFIX } from "../../codex-strings.js";
import { tokensOfText } from "../../events/bytes.js";
import type { Fact, FactOf } from "../../events/event.js";
import { neutraliseLine } from "../../projections/display-text.js";
import { counted, shortFigure } from "../../projections/figures.js";
import { refKey } from "../../reducers/item-refs.js";
import { itemsOf, type PlacedFact } from "../../reducers/reduce.js";
import type { Styles } from "../output/output.js";
import { itemRows, type Row } from "./item-rows.js";

/** What people see of a fact of the event at an offset; nothing, where it says nothing to them. */
export function factRows(
  { fact, refAt }: PlacedFact,
  offset: number,
  styles: Styles,
): readonly Row[] {
  const row = (label: string, text: string, look: Partial<Row> = {}): readonly Row[] => [
    { at: String(offset), label, text, ...look },
  ];
  const loss = lossOf(fact);
  if (loss !== null) return row(...loss, { paint: styles.red });
  switch (fact.type) {
    case "item.recorded":
    case "context.injected":
      return itemsOf(fact).flatMap((recorded, index) =>
        itemRows(refKey(refAt(index)), recorded, styles),
      );
    case "history.compacted":
      return [
        ...row("compacted", compactionWords(fact), { paint: styles.magenta }),
        ...summaryRows(fact.data.summary ?? "", styles),
      ];
    case "usage.reported":
      return row("tokens", usageWords(fact), { paintText: styles.dim });
    case "notice.logged":
      return row(fact.data.level, fact.data.message, { paint: styles.yellow, maxLines: 3 });
    case "thread.forked":
      return row("fork", `of ${fact.data.from.threadId} at #${fact.data.from.offset}`);
    case "thread.renamed":
      return row("title", fact.data.title ?? "(none)", { maxLines: 1 });
    case "instructions.set":
      return row("context", `base instructions, ${counted(tokensOfText(fact.data.text), "token")}`);
    case "tools.declared":
      return row("context", counted(fact.data.tools.length, "declared tool"));
    case "snapshot.taken":
    case "snapshot.restored": {
      const label = fact.type === "snapshot.taken" ? "snapshot" : "restored";
      return row(label, `git ${fact.data.commit}`, { maxLines: 1 });
    }
    default:
      return [];
  }
}

/** Label and words of a fact that takes something from the history, or aborts a turn; null: others. */
function lossOf(fact: Fact): readonly [label: string, words: string] | null {
  switch (fact.type) {
    case "history.rolled-back":
      return ["rollback", rollbackWords(fact)];
    case "history.trimmed":
      return ["trimmed", `${refCount(fact, "item")} went: ${fact.data.reason}`];
    case "history.cleared":
      return ["cleared", "the conversation starts afresh"];
    case "outputs.cleared":
      return ["cleared", `${refCount(fact, "tool output")}: ${fact.data.placeholder}`];
    case "images.replaced":
      return ["replaced", `${refCount(fact, "tool image")}: ${fact.data.placeholder}`];
    case "turn.aborted":
      return ["aborted", fact.data.reason ?? ""];
    default:
      return null;
  }
}

function compactionWords({ data }: FactOf<"history.compacted">): string {
  const { replacement, tokensBefore, tokensAfter, trigger, reason } = data;
  const why = [trigger === "foreign" ? "" : trigger, reason ?? ""].join(" ").trim();
  const stays = replacement?.length === 1 ? "remains" : "remain";
  const facts = [
    neutraliseLine(why),
    replacement === null ? "" : `${counted(replacement.length, "item")} ${stays}`,
    tokensChange(tokensBefore, tokensAfter),
  ];
  return facts.filter((text) => text !== "").join(", ") || "(legacy)";
}

/** `34k → 1.2k tokens`; empty: one of them is not known. */
export function tokensChange(before: number | null, after: number | null): string {
  if (before === null || after === null) return "";
  return `${shortFigure(before)} → ${shortFigure(after)} tokens`;
}

/** Without the sentence that Codex puts before each: people know what it says. */
function summaryRows(summary: string, { dim }: Styles): readonly Row[] {
  const start = `${SUMMARY_PREFIX}\n`;
  const text = summary.startsWith(start) ? summary.slice(start.length) : summary;
  return text === "" ? [] : [{ at: "", label: "", text, mark: "│ ", paintText: dim, maxLines: 6 }];
}

function rollbackWords({ data }: FactOf<"history.rolled-back">): string {
  const turns = typeof data.turns === "number" ? `${counted(data.turns, "turn")}, ` : "";
  return `${turns}back to #${data.to}; what came after it no longer counts`;
}

function refCount(
  { data }: FactOf<"history.trimmed" | "outputs.cleared" | "images.replaced">,
  what: string,
): string {
  return counted(data.refs.length, what);
}

function usageWords({ data }: FactOf<"usage.reported">): string {
  const { usage, contextWindow } = data;
  const cached = usage.cachedInput === 0 ? "" : ` (${shortFigure(usage.cachedInput)} cached)`;
  const share = contextWindow
    ? `, ${Math.round((usage.total / contextWindow) * 100)}% of ${shortFigure(contextWindow)}`
    : "";
  return `${shortFigure(usage.input)} in${cached}, ${shortFigure(usage.output)} out${share}`;
}
