import { SUMMARY_PREFIX } from "../codex-strings.js";
import { ceil4 } from "../events/bytes.js";
import type { ContextInjected, InjectedFragment } from "../events/context.js";
import type { Fact, FactOf } from "../events/event.js";
import { countItemBytes } from "../events/item-bytes.js";
import type { Item, MessageItem, Origin, RecordedItem, ReplacementItem } from "../events/item.js";
import type { Envelope } from "../events/slices.js";
import { checkpointRest } from "../reducers/checkpoint-base.js";
import { keptEntry } from "../runtime/compaction/strategy.js";
import { type HistoryBuilder, madeHash } from "./history-builder.js";
import type { ForeignLineForm, HistoryCommand, OwnFragmentUse } from "./history-command.js";

type CompactCommand = Extract<HistoryCommand, { do: "compact" }>;

/** A compaction as our runtime records it: with the initial context only while a turn runs. */
export function renderCompaction(builder: HistoryBuilder, command: CompactCommand): HistoryBuilder {
  const { ledger, turns } = builder.state;
  const { running } = turns;
  const placed = command.places && running !== null ? renderContext(running.envelope, null) : null;
  const messages = [...ledger.entries].filter(({ origin }) => origin === "user");
  const kept = command.keepMessages === 0 ? [] : messages.slice(-command.keepMessages);
  const tail = command.keepItems === 0 ? [] : ledger.entries.toArray().slice(-command.keepItems);
  const summary = `summary of what stood before ${builder.head}`;
  const replacement: ReplacementItem[] = [
    ...(placed?.items ?? []),
    ...kept.filter((entry) => !tail.includes(entry)).map(keptEntry),
    summaryItem(summary),
    ...tail.map(keptEntry),
  ];
  const checkpoint = checkpointOf(builder, {
    trigger: running === null ? ("manual" as const) : command.trigger,
    summary,
    replacement,
    placement: placed === null ? ("none" as const) : ("before-last-user" as const),
    ...(placed !== null && { fragments: placed.fragments }),
    replaced: { from: 0, to: builder.head - 1 },
    tokensBefore: ledger.tokens,
  });
  return builder.append(checkpoint, { complete: command.complete });
}

type Checkpoint = FactOf<"history.compacted">;

/** The next checkpoint of a log: what every one of them says, and what this one does. */
function checkpointOf(
  { state, nextVersion }: HistoryBuilder,
  data: Pick<
    Checkpoint["data"],
    | ("trigger" | "summary" | "replacement")
    | ("placement" | "fragments" | "replaced" | "tokensBefore")
  >,
): Checkpoint {
  const windowNumber = (state.checkpoint?.windowNumber ?? 0) + 1;
  const rest = { reason: null, tokensAfter: null, trimmed: [], windowNumber };
  return { type: "history.compacted", data: { ...data, ...rest, historyVersion: nextVersion } };
}

function summaryItem(text: string): ReplacementItem {
  return { ...recordedItem(message("user", text), "runtime"), summary: true };
}

/** A line as a dialect reads it: one event, with all that the line means. `to` is some offset. */
export function renderForeignLine(
  builder: HistoryBuilder,
  form: ForeignLineForm,
  to: number,
): HistoryBuilder {
  const rollback = rolledBack(builder, to);
  switch (form) {
    case "observes": {
      const data = recordedItem(message("assistant", "done"), "model");
      return builder.append({ type: "item.recorded", data, derived: [observed("model-b")] });
    }
    case "forgets-context":
      return builder.append({ ...kept("turn_context"), derived: [observed(null)] });
    case "rolls-back":
      return builder.append({ ...kept("event_msg"), derived: [rollback] });
    case "rolls-back-and-observes": {
      const data = recordedItem(message("user", "discarded with its line"), "user");
      const derived = [rollback, observed("model-c", "told again")];
      return builder.append({ type: "item.recorded", data, derived });
    }
    case "rolls-back-its-checkpoint": {
      const { type, data } = compacted(builder, false);
      const whole = { ...data, rest: checkpointRest(builder.state) };
      const later = { to, historyVersion: data.historyVersion + 1 };
      const derived: Fact[] = [{ type: "history.rolled-back", data: later }];
      return builder.append({ type, data: whole, derived });
    }
    case "compacts":
      return builder.append(compacted(builder, false), { complete: true });
    case "compacts-legacy":
      return builder.append({ ...compacted(builder, true), derived: [observed(null, "after it")] });
    case "compacts-and-observes": {
      const derived = [compacted(builder, false), observed("model-d", "behind the checkpoint")];
      return builder.append({ ...kept("compacted"), derived }, { complete: true });
    }
  }
}

function kept(kind: string): FactOf<"foreign.kept"> {
  return { type: "foreign.kept", data: { kind } };
}

function rolledBack(builder: HistoryBuilder, to: number): Fact {
  return { type: "history.rolled-back", data: { to, historyVersion: builder.nextVersion } };
}

function observed(model: string | null, text?: string): ContextInjected {
  const items = text === undefined ? [] : [recordedItem(message("developer", text), "runtime")];
  const settings = model === null ? null : { model, realtimeActive: null };
  const envelope = model === null ? null : { model };
  const rest = { fragments: [], envelope, foreignId: "turn-7", previousTurn: settings };
  return { type: "context.injected", data: { mode: "observed", items, ...rest } };
}

function compacted(builder: HistoryBuilder, legacy: boolean): Checkpoint {
  const summary = `${SUMMARY_PREFIX}\nwhat happened before ${builder.head}`;
  const tail = builder.state.ledger.entries.toArray().slice(-2).map(keptEntry);
  const replacement = legacy ? null : [...tail, summaryItem(summary)];
  const place = { placement: "none" as const, replaced: null, tokensBefore: null };
  return checkpointOf(builder, { trigger: "foreign", summary, replacement, ...place });
}

/** A fragment of your own where its lifetime lets it stand. */
export function renderOwnFragment(builder: HistoryBuilder, use: OwnFragmentUse): HistoryBuilder {
  switch (use.lifetime) {
    case "session":
      return tellSession(builder, use);
    case "turn": {
      if (builder.state.turns.running === null) startTurn(builder, {}, true);
      const data = recordedItem(message(use.role, use.text), "runtime");
      return builder.append({ type: "item.recorded", data });
    }
    case "prompt": {
      const { kind, lifetime, role, text } = use;
      return builder.append(requestFact(builder, [{ kind, lifetime, role, text }]));
    }
  }
}

/** A request that goes out now. */
export function requestFact(
  { head, state }: HistoryBuilder,
  fragments: FactOf<"request.sent">["data"]["fragments"] = [],
): FactOf<"request.sent"> {
  const made = { body: madeHash(head), estimatedTokens: state.ledger.tokens };
  const data = { upTo: head - 1, target: { provider: "openai" }, fragments, ...made };
  return { type: "request.sent", data };
}

/** A turn whose context tells the fragment's facts, beside whatever else it has to tell. */
function tellSession(
  builder: HistoryBuilder,
  use: Extract<OwnFragmentUse, { lifetime: "session" }>,
): HistoryBuilder {
  const { kind, role, lifetime, facts, text } = use;
  endTurn(builder, false);
  const known = builder.state.baseline;
  startTurn(builder, facts, false);
  const envelope = builder.state.turns.running?.envelope ?? {};
  const { items, fragments } = renderContext(envelope, known?.envelope ?? null);
  const names = text === null ? [] : Object.keys(facts);
  if (text !== null && names.length > 0) {
    const told = recordedItem(message(role, text), "runtime");
    fragments.push(
      ...names.map((fact, index) => ({
        ...{ kind, lifetime, fact, item: items.length },
        tokens: index === 0 ? ceil4(told.countedBytes) : 0,
      })),
    );
    items.push(told);
  }
  const mode = known === null ? ("full" as const) : ("diff" as const);
  return builder.append({ type: "context.injected", data: { mode, items, fragments } });
}

const FIRST_ENVELOPE: Envelope = {
  model: "model-a",
  cwd: "/work",
  approvalPolicy: "on-request",
  date: "2026-04-01",
  contextWindow: 128_000,
};

/** Starts a turn, after the end of one that runs; `tells: false` leaves the context out. */
export function startTurn(
  builder: HistoryBuilder,
  change: Partial<Envelope>,
  tells: boolean,
): HistoryBuilder {
  endTurn(builder, false);
  const known = builder.state.baseline;
  const envelope = { ...(known?.envelope ?? FIRST_ENVELOPE), ...change };
  builder.append({ type: "turn.started", data: { envelope } });
  if (!tells) return builder;
  const told = renderContext(envelope, known?.envelope ?? null);
  const mode = known === null ? "full" : "diff";
  return builder.append({ type: "context.injected", data: { mode, ...told } });
}

/** Ends the turn that runs, if one does. */
export function endTurn(builder: HistoryBuilder, aborted: boolean): HistoryBuilder {
  if (builder.state.turns.running === null) return builder;
  const data = { reason: aborted ? "interrupted" : null, durationMs: 1_500 };
  return builder.append({ type: aborted ? "turn.aborted" : "turn.completed", data });
}

/** The facts of an envelope that an item tells, each with the role of its message. */
const TOLD_FACTS = [
  ["approvalPolicy", "developer"],
  ["model", "developer"],
  ["cwd", "user"],
  ["date", "user"],
] as const;

function renderContext(
  envelope: Envelope,
  before: Envelope | null,
): { readonly items: RecordedItem[]; readonly fragments: InjectedFragment[] } {
  const items: RecordedItem[] = [];
  const fragments: InjectedFragment[] = [];
  for (const [fact, role] of TOLD_FACTS) {
    if (before !== null && before[fact] === envelope[fact]) continue;
    const recorded = recordedItem(message(role, `${fact}: ${String(envelope[fact])}`), "runtime");
    const tokens = ceil4(recorded.countedBytes);
    fragments.push({ kind: fact, lifetime: "session", fact, tokens, item: items.length });
    items.push(recorded);
  }
  return { items, fragments };
}

export function message(role: string, text: string): MessageItem {
  return { type: "message", role, content: [{ type: "input_text", text }] };
}

export function recordedItem(item: Item, origin: Origin): RecordedItem {
  return { item, origin, countedBytes: countItemBytes(item) };
}
