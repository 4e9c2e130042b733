import type { LogEvent } from "../events/event.js";
import { countItemBytes } from "../events/item-bytes.js";
import type { Item, RecordedItem } from "../events/item.js";
import type { ItemRef } from "../events/primitives.js";
import type { ThreadState } from "../reducers/thread-state.js";
import { type Draft, type History, HistoryBuilder, madeHash } from "./history-builder.js";
import type { HistoryCommand, OwnEventCommand, ToolCall } from "./history-command.js";
import {
  endTurn,
  renderCompaction,
  renderForeignLine,
  renderOwnFragment,
  requestFact,
  startTurn,
} from "./render-lines.js";

/** The log of a thread that does these things one by one; what has no meaning is left out. */
export function renderHistory(commands: readonly HistoryCommand[]): History;
export function renderHistory(
  commands: readonly (HistoryCommand | OwnEventCommand)[],
): History<LogEvent>;
export function renderHistory(
  commands: readonly (HistoryCommand | OwnEventCommand)[],
): History<LogEvent> {
  const builder = new HistoryBuilder();
  for (const command of commands) {
    if (command.do === "own-event") builder.appendOwn(command.fact);
    else renderCommand(builder, command);
  }
  return builder.wholeHistory();
}

/** Adds what a command means at this place. */
export function renderCommand(builder: HistoryBuilder, command: HistoryCommand): HistoryBuilder {
  switch (command.do) {
    case "start-turn":
      return startTurn(builder, command.change, command.tells);
    case "user":
      return record(builder, command.message, { origin: command.byAgent ? "agent" : "user" });
    case "assistant":
      return record(builder, command.message, { origin: "model" });
    case "reason":
      return record(builder, command.reasoning, { origin: "model" });
    case "call":
      return callTools(builder, command.calls);
    case "end-turn":
      return endTurn(builder, command.aborted);
    case "compact":
      return renderCompaction(builder, command);
    case "trim":
    case "clear-outputs":
    case "replace-images":
    case "clear-history":
      return editHistory(builder, command);
    case "roll-back":
    case "redo":
    case "fork":
      return travel(builder, command);
    case "foreign-line":
      return renderForeignLine(builder, command.form, placeIn(builder.head, command.at));
    case "damage":
      return builder.damage({ offset: placeIn(builder.head, command.at), form: command.form });
    case "own-fragment":
      return renderOwnFragment(builder, command.use);
    default: {
      const fact = sideFact(builder, command);
      return fact === null ? builder : builder.append(fact);
    }
  }
}

type CommandOf<Kind extends HistoryCommand["do"]> = Extract<HistoryCommand, { do: Kind }>;

function record(
  builder: HistoryBuilder,
  item: Item,
  known: Pick<RecordedItem, "origin" | "failed" | "bounded">,
): HistoryBuilder {
  const data = { item, ...known, countedBytes: countItemBytes(item) };
  return builder.append({ type: "item.recorded", data });
}

/** The same call or output with another id, for those that have one. */
export function withCallId(item: Item, id: string): Item {
  return "call_id" in item && typeof item.call_id === "string" ? { ...item, call_id: id } : item;
}

function callTools(builder: HistoryBuilder, calls: readonly ToolCall[]): HistoryBuilder {
  const first = builder.head;
  const named = (item: Item, index: number): Item => withCallId(item, `call-${first}-${index}`);
  calls.forEach(({ call }, index) => record(builder, named(call, index), { origin: "model" }));
  calls.forEach(({ output, answered, failed, bounded }, index) => {
    if (!answered) return;
    const original = madeHash(builder.head);
    const policy = { mode: "tokens", limit: 10_000 } as const;
    const cut = { policy, originalBytes: 60_000, removedTokens: 3_000, original };
    record(builder, named(output, index), {
      origin: "tool",
      ...(failed && { failed }),
      ...(bounded && { bounded: cut }),
    });
  });
  return builder;
}

type EditCommand = CommandOf<"trim" | "clear-outputs" | "replace-images" | "clear-history">;

function editHistory(builder: HistoryBuilder, command: EditCommand): HistoryBuilder {
  const historyVersion = builder.nextVersion;
  const { entries } = builder.state.ledger;
  if (command.do === "clear-history") {
    return builder.append({ type: "history.cleared", data: { reason: null, historyVersion } });
  }
  if (command.do === "trim") {
    const from = placeIn(entries.length, command.at);
    const refs = entries.toArray().slice(from, from + command.count);
    const { clearsBaseline } = command;
    const why = { strategy: "drop-oldest", reason: "budget", clearsBaseline };
    const data = { refs: refs.map(({ ref }) => ref), ...why, historyVersion };
    return builder.append({ type: "history.trimmed", data });
  }
  if (command.do === "clear-outputs") {
    const refs = outputRefs(builder.state).slice(0, command.count);
    const data = { refs, placeholder: "[cleared]", historyVersion };
    return builder.append({ type: "outputs.cleared", data });
  }
  const refs = outputRefs(builder.state).slice(-1);
  const data = { refs, placeholder: "Invalid image", historyVersion };
  return builder.append({ type: "images.replaced", data });
}

function outputRefs({ ledger }: ThreadState): ItemRef[] {
  return [...ledger.entries].flatMap(({ ref, origin }) => (origin === "tool" ? [ref] : []));
}

/** Nothing of this happens while a turn runs. */
function travel(
  builder: HistoryBuilder,
  command: CommandOf<"roll-back" | "redo" | "fork">,
): HistoryBuilder {
  if (command.do === "fork") return builder.fork(placeIn(builder.head, command.at));
  endTurn(builder, true);
  const undone = builder.newestRollback();
  if (command.do === "redo" && undone < 1) return builder;
  const to = command.do === "redo" ? undone - 1 : placeIn(builder.head, command.at);
  const data = { to, historyVersion: builder.nextVersion };
  return builder.append({ type: "history.rolled-back", data });
}

/** The place that a share from 0 to 1 stands for. */
function placeIn(length: number, share: number): number {
  return Math.max(0, Math.min(length - 1, Math.floor(share * length)));
}

type SideCommand = CommandOf<
  | "report-usage"
  | "request"
  | "rename"
  | "configure"
  | "instruct"
  | "declare-tools"
  | "snapshot"
  | "restore"
  | "notice"
>;

/** What a command says beside the ledger; null: nothing here. */
function sideFact(builder: HistoryBuilder, command: SideCommand): Draft | null {
  const { head } = builder;
  switch (command.do) {
    case "report-usage": {
      const { input, window: contextWindow } = command;
      const parts = { cachedInput: input >> 1, cacheWrite: 0, output: 40, reasoning: 10 };
      const usage = { input, ...parts, total: input + 40 };
      return { type: "usage.reported", data: { usage, contextWindow, request: null } };
    }
    case "request":
      return requestFact(builder);
    case "rename":
      return { type: "thread.renamed", data: { title: command.title } };
    case "configure":
      return { type: "thread.configured", data: { budget: command.budget } };
    case "instruct":
      return { type: "instructions.set", data: { text: command.text, hash: madeHash(head) } };
    case "declare-tools": {
      const tools = command.names.map((name) => ({ kind: "function" as const, name }));
      return { type: "tools.declared", data: { tools, hash: madeHash(head) } };
    }
    case "snapshot": {
      const data = { commit: madeHash(head), parent: null, untracked: [], skipped: [] };
      return { type: "snapshot.taken", data };
    }
    case "restore": {
      const taken = builder.newest("snapshot.taken");
      if (taken === undefined) return null;
      const data = { snapshot: taken.offset, commit: taken.data.commit };
      return { type: "snapshot.restored", data };
    }
    case "notice": {
      const data = { level: "info" as const, kind: "test", message: "a fact for people" };
      return { type: "notice.logged", data };
    }
  }
}
