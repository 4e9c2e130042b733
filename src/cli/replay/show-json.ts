import type { LogEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import type { Output } from "../output/output.js";
import { countedFacts, itemsOf, refOf } from "./counted-facts.js";
import type { SessionOutline, TurnOutline } from "./outline.js";

/** The first line of `replay --json`: who and when. */
export function headerJson(outline: SessionOutline): object {
  const { threadId, foreignId, source, parent, forkedFrom, title, cwd } = outline;
  const { models, startedAt, endedAt } = outline;
  return {
    kind: "header",
    ...{ threadId, foreignId, source, parent, forkedFrom, title, cwd, models, startedAt, endedAt },
  };
}

/** A turn, before what happened in it. */
export function turnJson(turn: TurnOutline): object {
  return { kind: "turn", ...without(turn, ["begunAt", "begunBy", "boundaries"]) };
}

/** The last line: what it came to. */
export function summaryJson(outline: SessionOutline): object {
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
export async function showJson(
  events: AsyncIterable<LogEvent>,
  outline: SessionOutline,
  output: Output,
): Promise<void> {
  let nextTurn = 0;
  for await (const event of events) {
    const turn = outline.turns[nextTurn];
    if (turn !== undefined && turn.offset <= event.offset) {
      output.json(turnJson(turn));
      nextTurn += 1;
    }
    for (const line of eventJson(event)) output.json(line);
    await output.keepUp();
  }
}

function eventJson(event: LogEvent): readonly object[] {
  const { offset, at } = event;
  if (!isKnownEvent(event)) return [{ kind: "unknown", offset, at, type: event.type }];
  return countedFacts(event).flatMap(({ fact, firstIndex }): readonly object[] => {
    const items = itemsOf(fact).map((recorded, index) => ({
      kind: "item",
      offset,
      ref: refOf(offset, firstIndex, index),
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
