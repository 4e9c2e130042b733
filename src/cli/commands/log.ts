import type { LogEvent } from "../../events/event.js";
import { InvalidArgument } from "../../errors.js";
import { nearestNames } from "../../nearest-names.js";
import { NoSuchOffset } from "../../reducers/no-such-offset.js";
import type { Session } from "../../runtime/discovery/session.js";
import type { DeclareCommand } from "../command-module.js";
import { eventLine } from "../log/event-line.js";
import { offsetOption } from "../options/offset-option.js";
import { refuseDamage } from "../refuse-damage.js";
import { declareReading, withSession, type ReadingOptions } from "../session.js";
import type { Shell } from "../shell.js";

interface LogOptions extends ReadingOptions {
  readonly from?: number;
  readonly to?: number;
  readonly type?: string;
  readonly follow?: true;
  readonly json?: true;
}

/** `refold log`: the events themselves. */
export const declareLog: DeclareCommand = (command, shell) => {
  declareReading(command)
    .argument("<file-or-thread>", "a recorded session, or a thread of the store")
    .option("--from <offset>", "begin at this offset", offsetOption)
    .option("--to <offset>", "end at this offset (inclusive)", offsetOption)
    .option(
      "--type <type>",
      "only events of this type: item.recorded, or history for all of history.*",
    )
    .option("--follow", "go on with new events as they are recorded; Ctrl-C ends it")
    .option("--json", "each event as a line of JSON")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: LogOptions) =>
      withSession(text, { shell, ...options }, (session) => showLog(session, options, shell)),
    );
};

async function showLog(session: Session, options: LogOptions, shell: Shell): Promise<void> {
  const { output } = shell;
  const { from = 0, to = Infinity, type } = options;
  if (to < from) throw new InvalidArgument(`--to ${to} is before --from ${from}`);
  const others = new Set<string>();
  let shown = 0;
  for await (const event of eventsOf(session, options)) {
    if (event.offset > to) break;
    if (type !== undefined && !isOfType(event, type)) {
      others.add(event.type);
      continue;
    }
    shown++;
    if (options.json) output.json(event);
    else output.text(eventLine(event, output));
    // Who follows wants to see each event at once; else a full buffer is soon enough.
    await (options.follow ? output.flush() : output.keepUp());
  }
  if (shown + others.size === 0 && !options.follow) await requireFrom(session, from);
  if (type !== undefined && shown === 0) shell.messages.text(noneOfType(type, others));
  refuseDamage(session, shell);
}

/** Right behind the newest event there is nothing to show yet; further on there is no such offset. */
async function requireFrom({ source }: Session, from: number): Promise<void> {
  let head = 0;
  for await (const { offset } of source.read({ to: from })) head = offset + 1;
  if (head < from) throw new NoSuchOffset(from, head);
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
