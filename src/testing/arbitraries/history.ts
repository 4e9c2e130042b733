import fc from "fast-check";
import type { LogEvent } from "../../events/event.js";
import { printableHistory } from "../counterexample/printable-history.js";
import type { History } from "../history-builder.js";
import type {
  DamageForm,
  ForeignLineForm,
  HistoryCommand,
  OwnEventCommand,
  OwnFragmentUse,
  ToolCall,
} from "../history-command.js";
import type { OwnFragmentDraws, OwnKit } from "../own/own-kit.js";
import { renderHistory } from "../render-history.js";
import { readWeights, refuseNothing } from "../weights.js";
import { callPairs } from "./calls.js";
import { envelopeChanges } from "./envelopes.js";
import { assistantMessages, reasoningItems, userMessages } from "./items.js";

export interface HistoryOptions {
  /** Least number of commands; a command makes about two events. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** How often each kind of command comes, against the others: whole numbers; 0 leaves it out. */
  readonly weights?: HistoryWeights;
}

/** The same with event types and fragments of one's own. */
export interface OwnHistoryOptions extends HistoryOptions {
  readonly own: OwnKit;
}

/**
 * - `call` is one call, `parallel-calls` are two or three;
 * - `end-turn` ends a turn as it should, `abort-turn` early;
 * - `images`: how often an image stands where a text could, which has 5 in messages, 2 in outputs;
 * - `damage` spoils a line of the rollout's text (`historyRollout`), never the events; 0 unless told.
 */
export type HistoryWeights = Partial<Readonly<Record<WeightName, number>>>;
type WeightName = CommandName | "images";
type CommandName = HistoryCommand["do"] | "parallel-calls" | "abort-turn" | OwnEventCommand["do"];

const WEIGHTS: Readonly<Record<WeightName, number>> = {
  "start-turn": 10,
  user: 8,
  assistant: 5,
  reason: 3,
  call: 4,
  "parallel-calls": 4,
  "report-usage": 4,
  request: 1,
  "end-turn": 3,
  "abort-turn": 2,
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
  damage: 0,
  "own-event": 5,
  "own-fragment": 5,
  images: 2,
};

/**
 * Whole threads that can exist: turns with tools and images, settings that change, compactions of
 * every trigger, edits, aborts, rollbacks of rollbacks, forks of forks, and lines of foreign
 * sessions. What is drawn is a list of commands, so a counterexample shrinks to the few that matter;
 * a failing one is printed as the path of a rollout that `refold replay` opens.
 * @throws {InvalidArgument} a weight does not exist, or is no whole number from 0 on
 */
export function histories(options: OwnHistoryOptions): fc.Arbitrary<History<LogEvent>>;
export function histories(options?: HistoryOptions): fc.Arbitrary<History>;
export function histories(
  options: HistoryOptions | OwnHistoryOptions = {},
): fc.Arbitrary<History<LogEvent>> {
  return drawnCommands(options).map((commands) => printableHistory(renderHistory(commands)));
}

/** The commands of such threads, for `renderHistory`. */
export function historyCommands(options: HistoryOptions = {}): fc.Arbitrary<HistoryCommand[]> {
  return drawnCommands(options).map((row) => row.filter((each) => each.do !== "own-event"));
}

/**
 * The commands of one whole turn: it starts, a user speaks, the model answers and calls tools, it
 * ends. For `renderHistory`, alone or among others.
 */
export function turnCommands(options: HistoryOptions = {}): fc.Arbitrary<HistoryCommand[]> {
  const weights = readWeights("history", WEIGHTS, options.weights ?? {});
  const kinds = commandsByKind(weights.images, {});
  const within = (["assistant", "reason", "call", "parallel-calls", "report-usage"] as const).map(
    (kind) => ({ weight: weights[kind], arbitrary: kinds[kind] }),
  );
  const ends = (["end-turn", "abort-turn"] as const).map((kind) => ({
    weight: weights[kind],
    arbitrary: kinds[kind],
  }));
  const { minLength = 0, maxLength = 6 } = options;
  const steps = fc.array(oneOf<HistoryCommand>(within), { minLength, maxLength });
  return fc
    .tuple(kinds["start-turn"], kinds.user, steps, oneOf<HistoryCommand>(ends))
    .map(([start, user, middle, end]) => structuredClone([start, user, ...middle, end]));
}

function drawnCommands({
  minLength = 0,
  maxLength = 60,
  ...options
}: HistoryOptions | OwnHistoryOptions): fc.Arbitrary<(HistoryCommand | OwnEventCommand)[]> {
  const weights = readWeights("history", WEIGHTS, options.weights ?? {});
  const own = "own" in options ? options.own : {};
  const {
    "own-event": ownEvents,
    "own-fragment": ownFragments,
    ...kinds
  } = commandsByKind(weights.images, own);
  const drawn = [...Object.entries(kinds)].map(([kind, arbitrary]) => ({
    weight: weightNamed(kind, weights),
    arbitrary,
  }));
  const mixed = [
    ...drawn,
    ...ownEvents.map((arbitrary) => ({ weight: weights["own-event"], arbitrary })),
    ...ownFragments.map((arbitrary) => ({ weight: weights["own-fragment"], arbitrary })),
  ];
  // Cloned: plain objects, as a log gives them, whatever prototypes were drawn.
  return fc
    .array(oneOf<HistoryCommand | OwnEventCommand>(mixed), { minLength, maxLength, size: "max" })
    .map((row) => structuredClone(row));
}

function oneOf<Command>(
  choices: readonly { readonly weight: number; readonly arbitrary: fc.Arbitrary<Command> }[],
): fc.Arbitrary<Command> {
  refuseNothing(
    "history",
    choices.map(({ weight }) => weight),
  );
  return fc.oneof(...choices.filter(({ weight }) => weight > 0));
}

function weightNamed(kind: string, weights: Readonly<Record<string, number>>): number {
  return weights[kind] ?? 0;
}

type CommandOf<Kind extends HistoryCommand["do"]> = fc.Arbitrary<
  Extract<HistoryCommand, { do: Kind }>
>;
type CommandsByKind = {
  readonly [Kind in Exclude<HistoryCommand["do"], "own-fragment">]: CommandOf<Kind>;
} & {
  readonly "parallel-calls": CommandOf<"call">;
  readonly "abort-turn": CommandOf<"end-turn">;
  readonly "own-event": readonly fc.Arbitrary<OwnEventCommand>[];
  readonly "own-fragment": readonly CommandOf<"own-fragment">[];
};

function commandsByKind(images: number, own: OwnKit): CommandsByKind {
  return { ...itemCommands(images), ...threadCommands(), ...ownCommands(own) };
}

function itemCommands(images: number) {
  const weights = { images };
  return {
    user: fc.record({
      do: fc.constant("user" as const),
      message: userMessages(weights),
      byAgent: mostly(false),
    }),
    assistant: fc.record({ do: fc.constant("assistant" as const), message: assistantMessages() }),
    reason: fc.record({ do: fc.constant("reason" as const), reasoning: reasoningItems() }),
    call: callCommands(images, { minLength: 1, maxLength: 1 }),
    "parallel-calls": callCommands(images, { minLength: 2, maxLength: 3 }),
    "start-turn": fc.record({
      do: fc.constant("start-turn" as const),
      change: envelopeChanges(),
      tells: mostly(true),
    }),
    "report-usage": fc.record({
      do: fc.constant("report-usage" as const),
      input: fc.nat(200_000),
      window: fc.option(fc.integer({ min: 1_000, max: 400_000 })),
    }),
    "end-turn": fc.constant({ do: "end-turn", aborted: false } as const),
    "abort-turn": fc.constant({ do: "end-turn", aborted: true } as const),
    request: fc.constant({ do: "request" } as const),
  };
}

function threadCommands() {
  return {
    compact: compactions(),
    trim: fc.record({
      do: fc.constant("trim" as const),
      at: share(),
      count: fc.integer({ min: 1, max: 5 }),
      clearsBaseline: mostly(false),
    }),
    "clear-outputs": fc.record({
      do: fc.constant("clear-outputs" as const),
      count: fc.integer({ min: 1, max: 5 }),
    }),
    "roll-back": fc.record({ do: fc.constant("roll-back" as const), at: share() }),
    fork: fc.record({ do: fc.constant("fork" as const), at: share() }),
    rename: fc.record({ do: fc.constant("rename" as const), title: fc.option(fc.string()) }),
    configure: fc.record({ do: fc.constant("configure" as const), budget: fc.nat() }),
    instruct: fc.record({ do: fc.constant("instruct" as const), text: fc.string() }),
    "declare-tools": fc.record({
      do: fc.constant("declare-tools" as const),
      names: fc.array(fc.string(), { maxLength: 2 }),
    }),
    "foreign-line": fc.record({
      do: fc.constant("foreign-line" as const),
      form: foreignLineForms(),
      at: share(),
    }),
    damage: fc.record({ do: fc.constant("damage" as const), form: damageForms(), at: share() }),
    "replace-images": fc.constant({ do: "replace-images" } as const),
    "clear-history": fc.constant({ do: "clear-history" } as const),
    redo: fc.constant({ do: "redo" } as const),
    snapshot: fc.constant({ do: "snapshot" } as const),
    notice: fc.constant({ do: "notice" } as const),
  };
}

function ownCommands({ events = [], fragments = [] }: OwnKit) {
  return {
    "own-event": events.map(({ facts }) =>
      fc.record({ do: fc.constant("own-event" as const), fact: facts }),
    ),
    "own-fragment": fragments.map((draws) =>
      fc.record({ do: fc.constant("own-fragment" as const), use: fragmentUses(draws) }),
    ),
  };
}

function fragmentUses(draws: OwnFragmentDraws): fc.Arbitrary<OwnFragmentUse> {
  if (draws.lifetime !== "session") return draws.uses;
  const { kind, role, lifetime } = draws.fragment;
  return draws.facts.map((facts) => {
    const context = { model: "model-a", facts };
    const text = draws.fragment.render({
      ...{ context, changed: null, withdrawn: new Set<string>(), previousTurn: null },
    });
    return { kind, role, lifetime, facts, text: text ?? draws.fragment.withdrawal };
  });
}

function callCommands(
  images: number,
  length: { readonly minLength: number; readonly maxLength: number },
): CommandOf<"call"> {
  return fc.record({
    do: fc.constant("call" as const),
    calls: fc.array(toolCalls(images), length),
  });
}

function compactions(): CommandOf<"compact"> {
  return fc.record({
    do: fc.constant("compact" as const),
    trigger: fc.constantFrom("pre-turn", "mid-turn", "manual", "model-downshift"),
    keepMessages: fc.nat(3),
    keepItems: fc.nat(3),
    places: fc.boolean(),
    complete: mostly(true),
  });
}

function toolCalls(images: number): fc.Arbitrary<ToolCall> {
  return fc
    .record({
      pair: callPairs(undefined, { images }),
      answered: mostly(true),
      failed: mostly(false),
      bounded: mostly(false),
    })
    .map(({ pair: [call, output], ...rest }) => ({ call, output, ...rest }));
}

function damageForms(): fc.Arbitrary<DamageForm> {
  return fc.constantFrom("flip", "drop", "repeat", "cut", "noise", "tear");
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
