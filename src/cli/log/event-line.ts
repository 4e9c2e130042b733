import { nounFor } from "../../projections/noun-for.js";
import type { Fact, LogEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import { counted, shortFigure, timeFigure } from "../output/figures.js";
import { excerpt, padEnd, padStart } from "../output/layout.js";
import { neutraliseLine } from "../output/neutralise.js";
import type { Output } from "../output/output.js";
import { itemLine } from "../replay/item-rows.js";

/** An event on one line: offset, time of day, type, and what it says. */
export function eventLine(event: LogEvent, output: Output): string {
  const { bold, dim } = output.styles;
  const offset = padStart(`#${event.offset}`, 7);
  const time = timeFigure(event.at).slice(11);
  const type = padEnd(neutraliseLine(event.type), 19);
  const room = Math.max(output.columns - 7 - 2 - 8 - 2 - Math.max(19, type.length) - 1, 12);
  return `${dim(offset)}  ${dim(time)}  ${bold(type)} ${excerpt(eventWords(event), room)}`.trimEnd();
}

function eventWords(event: LogEvent): string {
  if (!isKnownEvent(event)) return "(of a type that this version does not know)";
  const derived = (event.derived ?? []).map((fact) => `${fact.type} ${factWords(fact)}`.trim());
  return [factWords(event), ...derived].filter((words) => words !== "").join(" + ");
}

function factWords(fact: Fact): string {
  switch (fact.type) {
    case "item.recorded": {
      const { kind, size, words } = itemLine(fact.data);
      return `${kind}, ${size}: ${words.slice(0, 200)}`;
    }
    case "context.injected":
      return `${fact.data.mode}, ${counted(fact.data.items.length, "item")}`;
    case "turn.started":
      return fact.data.envelope.model ?? "";
    case "turn.completed":
    case "turn.aborted":
      return fact.data.reason ?? "";
    case "usage.reported":
      return `${shortFigure(fact.data.usage.input)} in, ${shortFigure(fact.data.usage.output)} out`;
    case "history.compacted":
      return `${fact.data.trigger}, ${counted(fact.data.replacement?.length ?? 0, "item")}`;
    case "history.rolled-back":
      return `to #${fact.data.to}`;
    case "history.trimmed":
      return `${counted(fact.data.refs.length, "item")}: ${fact.data.reason}`;
    case "outputs.cleared":
    case "images.replaced":
      return counted(fact.data.refs.length, "item");
    case "foreign.kept":
      return fact.data.kind;
    default:
      return settingWords(fact);
  }
}

function settingWords(fact: Fact): string {
  switch (fact.type) {
    case "thread.started":
      return `${fact.data.source.dialect} ${fact.data.source.version ?? ""} ${fact.data.cwd ?? ""}`;
    case "thread.forked":
      return `from ${fact.data.from.threadId} at #${fact.data.from.offset}`;
    case "thread.renamed":
      return fact.data.title ?? "";
    case "instructions.set":
      return `${shortFigure(fact.data.text.length)} ${nounFor(fact.data.text.length, "character")}`;
    case "tools.declared":
      return counted(fact.data.tools.length, "tool");
    case "request.sent":
      return `up to #${fact.data.upTo}, ${shortFigure(fact.data.estimatedTokens)} tokens`;
    case "notice.logged":
      return `${fact.data.level}: ${fact.data.message}`;
    case "snapshot.taken":
    case "snapshot.restored":
      return fact.data.commit;
    default:
      return "";
  }
}
