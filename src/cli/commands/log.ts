import { invalidArgument } from "../../errors.js";
import { noSuchOffset } from "../../reducers/errors.js";
import type { Fact, LogEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import { nearestNames } from "../../nearest-names.js";
import { visibleLine, nounFor } from "../../projections/display-text.js";
import type { Session } from "../../sessions/session.js";
import { refuseDamage } from "../session-reading.js";
import { offsetOption } from "../options.js";
import { counted, shortFigure } from "../../projections/figures.js";
import { excerpt, padEnd, padStart } from "../output/layout.js";
import { UTC_TIMES } from "../output/times.js";
import type { Output } from "../output/output.js";
import { itemLine, unknownWords } from "../../projections/item-words.js";
import {
  declareSession,
  NO_PAGER,
  type PagerOption,
  type ReadingOptions,
  withSession,
} from "../session.js";
import type { DeclareCommand, Shell } from "../shell.js";

interface LogOptions extends ReadingOptions, PagerOption {
  readonly from?: number;
  readonly to?: number;
  readonly type?: string;
  readonly follow?: true;
  readonly json?: true;
}

/** `refold log`: the events themselves. */
export const declareLog: DeclareCommand = (command, shell) => {
  declareSession(command)
    .option("--from <offset>", "begin at this offset", offsetOption)
    .option("--to <offset>", "end at this offset (inclusive)", offsetOption)
    .option(
      "--type <type>",
      "only events of this type: item.recorded, or history for all of history.*",
    )
    .option("--follow", "keep printing new events as they are recorded; stop with Ctrl-C")
    .option(...UTC_TIMES)
    .option(...NO_PAGER)
    .option("--json", "each event as a line of JSON")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: LogOptions) =>
      withSession(text, { shell, ...options }, (session) => showLog(session, options, shell)),
    );
};

async function showLog(session: Session, options: LogOptions, shell: Shell): Promise<void> {
  const { output } = shell;
  const { from = 0, to = Infinity, type } = options;
  if (to < from) throw invalidArgument(`--to ${to} is before --from ${from}`);
  if (options.pager && !options.follow) await output.page();
  const others = new Set<string>();
  const show = options.json ? (event: LogEvent) => output.json(event) : linesOfDays(output);
  let shown = 0;
  for await (const event of eventsOf(session, options)) {
    if (event.offset > to) break;
    if (type !== undefined && !isOfType(event, type)) {
      others.add(event.type);
      continue;
    }
    shown++;
    show(event);
    // Who follows wants to see each event at once; else a full buffer is soon enough.
    await (options.follow ? output.flush() : output.keepUp());
  }
  if (shown + others.size === 0 && !options.follow) await requireFrom(session, from);
  if (type !== undefined && shown === 0) shell.messages.text(noneOfType(type, others));
  refuseDamage(session, shell);
}

/** Right after the newest event there is nothing to show yet; further on there is no such offset. */
async function requireFrom({ source }: Session, from: number): Promise<void> {
  let head = 0;
  for await (const { offset } of source.read({ to: from })) head = offset + 1;
  if (head < from) throw noSuchOffset(from, head);
}

function noneOfType(type: string, others: ReadonlySet<string>): string {
  const nouns = [...others].map((other) => other.slice(0, other.indexOf(".")));
  const near = nearestNames(type, new Set(type.includes(".") ? others : nouns));
  const hint = near.length > 0 ? `; did you mean ${near.join(" or ")}?` : "";
  return `refold: none of these events is of type ${type}${hint}`;
}

function eventsOf(session: Session, { from = 0, to, follow }: LogOptions): AsyncIterable<LogEvent> {
  if (!follow) return session.source.read({ from, ...(to !== undefined && { to }) });
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  return session.follow({ from, signal: stop.signal });
}

/** A type's full name, or its noun for all of them; the facts derived from a line count as well. */
function isOfType(event: LogEvent, type: string): boolean {
  return [event, ...(event.derived ?? [])].some(
    (fact) => fact.type === type || fact.type.startsWith(`${type}.`),
  );
}

const EXAMPLE = `
Example:
  $ refold log session.jsonl --type history
  $ refold log 01K6ZQ --from 100 --json | jq .type`;

/** Shows events below a line for each day; the first of these names the zone. */
function linesOfDays(output: Output): (event: LogEvent) => void {
  const { styles, times } = output;
  let shownDay: string | null = null;
  return (event) => {
    const [day = "", clock = ""] = times.time(event.at).split(" ");
    if (day !== shownDay) {
      const zone = shownDay === null ? ` ${times.zone}` : "";
      output.text(styles.dim(`${" ".repeat(9)}${day}${zone}`));
      shownDay = day;
    }
    output.text(eventLine(event, clock, output));
  };
}

/** An event on one line: offset, time of day, type, and what it says. */
function eventLine(event: LogEvent, time: string, { styles, columns }: Output): string {
  const { bold, dim } = styles;
  const offset = padStart(`#${event.offset}`, 7);
  const type = padEnd(visibleLine(event.type), 19);
  const room = Math.max(columns - `${offset}  ${time}  ${type} `.length, 12);
  // As recorded: escape sequences too are shown.
  const words = excerpt(visibleLine(eventWords(event)), room);
  return `${dim(offset)}  ${dim(time)}  ${bold(type)} ${words}`.trimEnd();
}

function eventWords(event: LogEvent): string {
  if (!isKnownEvent(event)) return unknownWords(event);
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
