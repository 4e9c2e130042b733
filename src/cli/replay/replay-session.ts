import type { LogEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import { itemsOf, type PlacedFact } from "../../reducers/reduce.js";
import { placedFactsIn } from "../../reducers/resume.js";
import type { Session } from "../../sessions/session.js";
import { ExitCode } from "../exit-code.js";
import type { Output } from "../output/output.js";
import type { ReadingOptions } from "../session.js";
import type { Shell } from "../shell.js";
import { type ShownEvents, showTurns, turnLine, turnListHead } from "./show-text.js";
import { fieldLines, headerLines, summaryLines } from "./summary-lines.js";
import { type SessionOutline, surveyUpTo, type TurnOutline } from "./survey.js";
import { type Check, verifySession } from "./verify.js";

export interface ReplayOptions extends ReadingOptions {
  readonly at?: number;
  readonly turns?: true;
  readonly items?: true;
  readonly json?: true;
  readonly verify?: true;
}

/** Shows a session as people, or programs, read it: a survey first, then what happened. */
export async function replaySession(
  session: Session,
  options: ReplayOptions,
  shell: Shell,
): Promise<void> {
  const outline = await surveyUpTo(session, options.at, shell.progress);
  if (options.json) await replayAsJson(session, { options, outline }, shell);
  else await replayAsText(session, { options, outline }, shell);
  if (outline.damage.length > 0) shell.exitCode = ExitCode.refused;
  if (options.verify) await verify(session, outline, { shell, json: options.json === true });
}

interface Surveyed {
  readonly options: ReplayOptions;
  readonly outline: SessionOutline;
}

async function replayAsText(
  session: Session,
  { options, outline }: Surveyed,
  { output }: Shell,
): Promise<void> {
  for (const line of headerLines(outline, session.name, output)) output.text(line);
  if (options.turns) {
    output.text(`\n${turnListHead(output)}`);
    for (const turn of outline.turns) output.text(turnLine(turn, output));
  } else {
    const detail = options.items ? "items" : "happenings";
    await showTurns({ source: session.source, to: options.at }, outline, { output, detail });
  }
  output.text("");
  for (const line of summaryLines(outline, output)) output.text(line);
}

async function replayAsJson(
  session: Session,
  { options, outline }: Surveyed,
  { output }: Shell,
): Promise<void> {
  output.json(headerJson(outline));
  if (options.turns) for (const turn of outline.turns) output.json(turnJson(turn));
  else await showJson({ source: session.source, to: options.at }, outline, output);
  output.json(summaryJson(outline));
}

async function verify(
  session: Session,
  outline: SessionOutline,
  { shell, json }: { readonly shell: Shell; readonly json: boolean },
): Promise<void> {
  const { output } = shell;
  if (!json) output.text(`\n${output.styles.bold("verified")}`);
  for await (const check of verifySession(session, outline)) {
    if (json) output.json({ kind: "check", ...check });
    else for (const line of checkLines(check, output)) output.text(line);
    if (check.holds === false) shell.exitCode = ExitCode.refused;
    await output.flush();
  }
}

function checkLines({ what, holds, detail }: Check, output: Output): readonly string[] {
  const verdict = holds === null ? "" : holds ? "ok: " : "FAILED: ";
  return fieldLines(what, `${verdict}${detail}`, output);
}

/** The first line of `replay --json`: who and when. */
function headerJson(outline: SessionOutline): object {
  const { threadId, foreignId, source, parent, forkedFrom, title, cwd } = outline;
  const { models, startedAt, endedAt } = outline;
  return {
    kind: "header",
    ...{ threadId, foreignId, source, parent, forkedFrom, title, cwd, models, startedAt, endedAt },
  };
}

/** A turn, before what happened in it. */
function turnJson(turn: TurnOutline): object {
  return { kind: "turn", ...turn };
}

/** The last line: what it came to. */
function summaryJson(outline: SessionOutline): object {
  const { events, lastOffset, items, edits, failedCalls, usage, contextWindow } = outline;
  return {
    kind: "summary",
    turns: outline.turns.filter((turn) => turn.number !== null).length,
    rolledBackTurns: outline.turns.filter((turn) => turn.rolledBackAt !== null).length,
    ...{ events, lastOffset, items, edits, failedCalls, usage, contextWindow },
    compactions: outline.compactions,
    rollbacks: outline.rollbacks,
    tools: Object.fromEntries(outline.tools),
    kept: Object.fromEntries(outline.kept),
    unknown: Object.fromEntries(outline.unknown),
    damage: outline.damage,
  };
}

/** Writes a line for each turn and each thing that happened, while the events are read once more. */
async function showJson(
  { source, to }: ShownEvents,
  outline: SessionOutline,
  output: Output,
): Promise<void> {
  let nextTurn = 0;
  for await (const event of source.read(to === undefined ? {} : { to })) {
    const turn = outline.turns[nextTurn];
    if (turn !== undefined && turn.offset <= event.offset) {
      output.json(turnJson(turn));
      nextTurn += 1;
    }
    const placed = isKnownEvent(event) ? await placedFactsIn(source, event) : null;
    for (const line of eventJson(event, placed)) output.json(line);
    await output.keepUp();
  }
}

/** @param placed null: the event is of a type that is not known */
function eventJson(
  { offset, at, type }: LogEvent,
  placed: readonly PlacedFact[] | null,
): readonly object[] {
  if (placed === null) return [{ kind: "unknown", offset, at, type }];
  return placed.flatMap(({ fact, refAt }): readonly object[] => {
    const items = itemsOf(fact).map((recorded, index) => ({
      kind: "item",
      offset,
      ref: refAt(index),
      at,
      of: fact.type,
      ...recorded,
    }));
    switch (fact.type) {
      case "item.recorded":
        return items;
      case "context.injected":
        return [
          ...items,
          { kind: "fact", offset, at, type: fact.type, data: without(fact.data, ["items"]) },
        ];
      case "history.compacted":
        return [
          { kind: "fact", offset, at, type: fact.type, data: without(fact.data, CARRIED) },
          ...items,
        ];
      default:
        return [{ kind: "fact", offset, at, type: fact.type, data: fact.data }];
    }
  });
}

/** Of a compaction: its items, which follow as lines of their own, and the rest of the state. */
const CARRIED = ["replacement", "rest"];

function without(object: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
