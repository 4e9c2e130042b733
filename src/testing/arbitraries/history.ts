import fc from "fast-check";
import type { Envelope } from "../../events/envelope.js";
import type { History } from "../history-builder.js";
import type { ForeignLineForm, HistoryCommand, ToolCall } from "../history-command.js";
import { renderHistory } from "../render-history.js";
import { callPairs } from "./calls.js";
import { assistantMessages, reasoningItems, userMessages } from "./items.js";

export interface HistoryOptions {
  /** Least number of commands; a command makes about two events. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** How often each kind of command comes, against the others; 0 leaves it out. */
  readonly weights?: Partial<Record<HistoryCommand["do"], number>>;
}

const WEIGHTS: Readonly<Record<HistoryCommand["do"], number>> = {
  "start-turn": 10,
  user: 8,
  assistant: 5,
  reason: 3,
  call: 8,
  "report-usage": 4,
  request: 1,
  "end-turn": 5,
  compact: 4,
  trim: 2,
  "clear-outputs": 2,
  "replace-images": 1,
  "clear-history": 1,
  "roll-back": 4,
  redo: 2,
  fork: 2,
  rename: 1,
  configure: 1,
  instruct: 1,
  "declare-tools": 1,
  snapshot: 1,
  notice: 1,
  "foreign-line": 2,
};

/**
 * Whole threads that can exist: turns with tools and images, settings that change, compactions of
 * every trigger, edits, aborts, rollbacks of rollbacks, forks of forks, and lines of foreign
 * sessions. What is drawn is a list of commands, so a counterexample shrinks to the few that matter.
 */
export function histories(options: HistoryOptions = {}): fc.Arbitrary<History> {
  return historyCommands(options).map(renderHistory);
}

export function historyCommands(options: HistoryOptions = {}): fc.Arbitrary<HistoryCommand[]> {
  const { minLength = 0, maxLength = 60, weights = {} } = options;
  const commands = Object.entries(commandsByKind()).map(([kind, arbitrary]) => ({
    weight: weightOf(kind, weights),
    arbitrary,
  }));
  const command = fc.oneof(...commands.filter(({ weight }) => weight > 0));
  // Cloned: plain objects, as a log gives them, whatever prototypes were drawn.
  return fc
    .array(command, { minLength, maxLength, size: "max" })
    .map((row) => structuredClone(row));
}

function weightOf(kind: string, weights: Readonly<Record<string, number>>): number {
  const known: Readonly<Record<string, number>> = WEIGHTS;
  return weights[kind] ?? known[kind] ?? 1;
}

type CommandsByKind = {
  readonly [Kind in HistoryCommand["do"]]: fc.Arbitrary<Extract<HistoryCommand, { do: Kind }>>;
};

function commandsByKind(): CommandsByKind {
  return {
    "start-turn": fc.record({
      do: fc.constant("start-turn"),
      change: envelopeChanges(),
      tells: mostly(true),
    }),
    user: fc.record({ do: fc.constant("user"), message: userMessages(), byAgent: mostly(false) }),
    assistant: fc.record({ do: fc.constant("assistant"), message: assistantMessages() }),
    reason: fc.record({ do: fc.constant("reason"), reasoning: reasoningItems() }),
    call: fc.record({
      do: fc.constant("call"),
      calls: fc.array(toolCalls(), { minLength: 1, maxLength: 3 }),
    }),
    "report-usage": fc.record({
      do: fc.constant("report-usage"),
      input: fc.nat(200_000),
      window: fc.option(fc.integer({ min: 1_000, max: 400_000 })),
    }),
    "end-turn": fc.record({ do: fc.constant("end-turn"), aborted: fc.boolean() }),
    compact: compactions(),
    trim: fc.record({
      do: fc.constant("trim"),
      at: share(),
      count: fc.integer({ min: 1, max: 5 }),
      clearsBaseline: mostly(false),
    }),
    "clear-outputs": fc.record({
      do: fc.constant("clear-outputs"),
      count: fc.integer({ min: 1, max: 5 }),
    }),
    "roll-back": fc.record({ do: fc.constant("roll-back"), at: share() }),
    fork: fc.record({ do: fc.constant("fork"), at: share() }),
    rename: fc.record({ do: fc.constant("rename"), title: fc.option(fc.string()) }),
    configure: fc.record({ do: fc.constant("configure"), budget: fc.nat() }),
    instruct: fc.record({ do: fc.constant("instruct"), text: fc.string() }),
    "declare-tools": fc.record({
      do: fc.constant("declare-tools"),
      names: fc.array(fc.string(), { maxLength: 2 }),
    }),
    "foreign-line": fc.record({
      do: fc.constant("foreign-line"),
      form: foreignLineForms(),
      at: share(),
    }),
    request: fc.constant({ do: "request" }),
    "replace-images": fc.constant({ do: "replace-images" }),
    "clear-history": fc.constant({ do: "clear-history" }),
    redo: fc.constant({ do: "redo" }),
    snapshot: fc.constant({ do: "snapshot" }),
    notice: fc.constant({ do: "notice" }),
  };
}

function compactions(): CommandsByKind["compact"] {
  return fc.record({
    do: fc.constant("compact"),
    trigger: fc.constantFrom("pre-turn", "mid-turn", "manual", "model-downshift"),
    keepMessages: fc.nat(3),
    keepItems: fc.nat(3),
    places: fc.boolean(),
    complete: mostly(true),
  });
}

function toolCalls(): fc.Arbitrary<ToolCall> {
  return fc
    .record({
      pair: callPairs(),
      answered: mostly(true),
      failed: mostly(false),
      bounded: mostly(false),
    })
    .map(({ pair: [call, output], ...rest }) => ({ call, output, ...rest }));
}

function envelopeChanges(): fc.Arbitrary<Partial<Envelope>> {
  return fc.record(
    {
      model: fc.constantFrom("model-a", "model-b"),
      cwd: fc.constantFrom("/work", "/elsewhere"),
      approvalPolicy: fc.constantFrom("on-request", "never"),
      date: fc.constantFrom("2026-04-01", "2026-04-02"),
      realtimeActive: fc.boolean(),
    },
    { requiredKeys: [] },
  );
}

function foreignLineForms(): fc.Arbitrary<ForeignLineForm> {
  return fc.constantFrom(
    "observes",
    "forgets-context",
    "rolls-back",
    "rolls-back-and-observes",
    "compacts",
    "compacts-legacy",
    "compacts-and-observes",
  );
}

/** A place in something whose length is not known yet. */
function share(): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 1_000 }).map((mille) => mille / 1_000);
}

/** The usual, and one time in five the other. */
function mostly(usual: boolean): fc.Arbitrary<boolean> {
  return fc.nat(4).map((drawn) => (drawn < 4 ? usual : !usual));
}
