import { SUMMARY_PREFIX } from "../../codex-strings.js";
import { tokensOfText, utf8Bytes } from "../../events/bytes.js";
import { callName } from "../../events/calls.js";
import type { Fact, FactOf } from "../../events/event.js";
import type { RecordedItem } from "../../events/item.js";
import { refKey } from "../../reducers/item-refs.js";
import { itemsOf, type PlacedFact } from "../../reducers/reduce.js";
import { neutraliseLine } from "../display-text.js";
import { byteFigure, counted, shortFigure } from "../figures.js";
import { exitCodeOf, itemWords, userWords } from "../item-words.js";

/** One thing that happened, as people read it: where, what kind of thing, and what there is to read. */
export interface Happening {
  /** `12` or `12.3`; empty: it belongs to the one above. */
  readonly at: string;
  readonly label: string;
  readonly text: string;
  /** How the label looks; absent: plain. */
  readonly tone?: "user" | "agent" | "model" | "tool" | "loss" | "compaction" | "notice";
  /** The text is less than what was said. */
  readonly isDim?: boolean;
  /** Words of the text that say that something failed. */
  readonly alert?: string;
  /** Stands before each line of the text. */
  readonly mark?: string;
  readonly maxLines?: number;
}

/** What people see of a fact of the event at an offset; nothing, where it says nothing to them. */
export function factHappenings({ fact, refAt }: PlacedFact, offset: number): readonly Happening[] {
  const row = (label: string, text: string, look: Look = {}): readonly Happening[] => [
    { at: String(offset), label, text, ...look },
  ];
  const loss = lossOf(fact);
  if (loss !== null) return row(...loss, { tone: "loss" });
  switch (fact.type) {
    case "item.recorded":
    case "context.injected":
      return itemsOf(fact).flatMap((recorded, index) =>
        itemHappenings(refKey(refAt(index)), recorded),
      );
    case "history.compacted":
      return [
        ...row("compacted", compactionWords(fact), { tone: "compaction" }),
        ...summaryRows(fact.data.summary ?? ""),
      ];
    case "usage.reported":
      return row("tokens", usageWords(fact), { isDim: true });
    case "notice.logged":
      return row(fact.data.level, fact.data.message, { tone: "notice", maxLines: 3 });
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

type Look = Partial<Omit<Happening, "at" | "label" | "text">>;

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
function summaryRows(summary: string): readonly Happening[] {
  const start = `${SUMMARY_PREFIX}\n`;
  const text = summary.startsWith(start) ? summary.slice(start.length) : summary;
  return text === "" ? [] : [{ at: "", label: "", text, mark: "│ ", isDim: true, maxLines: 6 }];
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

/**
 * What people see of an item: words of the user and the model at length, a tool call with its size
 * and a short look at what came back, context by its first line.
 * @param at the item's ref, as it is shown
 */
function itemHappenings(at: string, recorded: RecordedItem): readonly Happening[] {
  const { item } = recorded;
  const text = itemWords(item);
  switch (item.type) {
    case "function_call_output":
    case "custom_tool_call_output":
    case "tool_search_output":
      return outputRows({ at, text }, recorded);
    case "message":
      return [{ at, ...messageLook(recorded, text) }];
    case "reasoning":
      return [{ at, label: "thinks", text, isDim: true, maxLines: 3 }];
    case "other": {
      const isAgent = item.original.type === "agent_message";
      return [{ at, label: isAgent ? "agent" : "context", text, maxLines: isAgent ? 4 : 1 }];
    }
    case "ghost_snapshot":
      return [{ at, label: "snapshot", text: `git ${text}`, maxLines: 1 }];
    case "compaction":
    case "compaction_summary":
      return [{ at, label: "summary", text, maxLines: 1 }];
    default: {
      const name = neutraliseLine(callName(item) ?? item.type);
      const words = text === "" ? name : `${name}  ${text}`;
      return [{ at, label: "tool", text: words, tone: "tool", maxLines: 4 }];
    }
  }
}

function messageLook({ origin, countedBytes }: RecordedItem, text: string): Omit<Happening, "at"> {
  switch (origin) {
    case "user":
      return { label: origin, text: userWords(text), tone: origin, maxLines: 12 };
    case "agent":
      return { label: origin, text, tone: origin, maxLines: 12 };
    case "model":
      return { label: origin, text, tone: origin, maxLines: 16 };
    default: {
      const words = `${byteFigure(countedBytes)}: ${neutraliseLine(text.slice(0, 200))}`;
      return { label: "context", text: words, isDim: true, maxLines: 1 };
    }
  }
}

function outputRows(
  { at, text }: Pick<Happening, "at" | "text">,
  { item, failed, bounded }: RecordedItem,
): readonly Happening[] {
  const exitCode = exitCodeOf(item);
  const size = utf8Bytes(text);
  const facts = [
    size === 0 ? "nothing" : byteFigure(size),
    ...(exitCode === null ? [] : [`exit code ${exitCode}`]),
    ...(failed === true ? ["failed"] : []),
    ...(bounded === undefined ? [] : [boundedWords(bounded)]),
  ];
  const look = { at: "", label: "", text, isDim: true, mark: "│ ", maxLines: 3 };
  const alert = failed === true ? { alert: "failed" } : {};
  return [
    { at, label: "", text: `↳ ${facts.join(", ")}`, ...alert },
    ...(text.trim() === "" ? [] : [look]),
  ];
}

function boundedWords(bounded: NonNullable<RecordedItem["bounded"]>): string {
  const { originalBytes, removedTokens } = bounded;
  return `cut from ${byteFigure(originalBytes)} (${shortFigure(removedTokens)} tokens went)`;
}
