import { SUMMARY_PREFIX } from "../../codex-strings.js";
import type { Fact, FactOf, RefoldEvent } from "../../events/event.js";
import type { RecordedItem } from "../../events/item.js";
import type { ItemRef } from "../../events/primitives.js";
import { neutraliseLine } from "../../projections/display-text.js";
import { refKey } from "../../reducers/item-refs.js";
import { counted, shortFigure } from "../output/figures.js";
import type { Styles } from "../output/output.js";
import { itemRows, type Row } from "./item-rows.js";

/** What people see of an event; nothing, where it says nothing to them. */
export function eventRows(event: RefoldEvent, styles: Styles): readonly Row[] {
  return countedFacts(event).flatMap((counted) => factRows(event, counted, styles));
}

function factRows(
  event: RefoldEvent,
  { fact, firstIndex }: CountedFact,
  styles: Styles,
): readonly Row[] {
  const at = String(event.offset);
  switch (fact.type) {
    case "item.recorded":
    case "context.injected":
      return itemsOf(fact).flatMap((recorded, index) =>
        itemRows(refKey(refOf(event.offset, firstIndex, index)), recorded, styles),
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

/** A fact as its event counts it, with the ref of its first item. */
export interface CountedFact {
  readonly fact: Fact;
  /** Index that the fact's first item has in its event; null: the bare offset is its ref. */
  readonly firstIndex: number | null;
}

/**
 * The facts of an event in folding order (docs/architecture.md, "Folding one event"): its own, then
 * the derived ones; without its own where a derived rollback discards it.
 */
export function countedFacts(event: RefoldEvent): readonly CountedFact[] {
  const derived = event.derived ?? [];
  const own: readonly Fact[] = derived[0]?.type === "history.rolled-back" ? [] : [event];
  const alone = derived.every((fact) => itemsOf(fact).length === 0);
  let index = own.length === 0 ? itemsOf(event).length : 0;
  return [...own, ...derived].map((fact) => {
    const isBare = fact === event && fact.type === "item.recorded" && alone;
    const counted = { fact, firstIndex: isBare ? null : index };
    index += itemsOf(fact).length;
    return counted;
  });
}

/** The items that a fact puts into the ledger, oldest first. */
export function itemsOf(fact: Fact): readonly RecordedItem[] {
  switch (fact.type) {
    case "item.recorded":
      return [fact.data];
    case "context.injected":
      return fact.data.items;
    case "history.compacted":
      return fact.data.replacement ?? [];
    default:
      return [];
  }
}

/** The ref of the item at `index` among the fact's items. */
export function refOf(offset: number, firstIndex: number | null, index = 0): ItemRef {
  return firstIndex === null ? offset : [offset, firstIndex + index];
}
