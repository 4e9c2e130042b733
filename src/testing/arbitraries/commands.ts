import { invalidArgument, type RefoldError } from "../../errors.js";
import fc from "fast-check";
import type { Envelope } from "../../events/slices.js";
import { rankNames } from "../../nearest-names.js";
import type {
  DamageForm,
  ForeignLineForm,
  HistoryCommand,
  OwnEventCommand,
  OwnFragmentUse,
  ToolCall,
} from "../history-command.js";
import type { OwnFragmentDraws, OwnKit } from "../own-kit.js";
import { callPairs } from "./calls.js";
import { assistantMessages, reasoningItems, userMessages } from "./items.js";

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

/**
 * What a history is drawn from, by the name that weights it.
 * @param images how often an image stands where a text could
 */
export function commandsByKind(images: number, own: OwnKit): CommandsByKind {
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
    restore: fc.constant({ do: "restore" } as const),
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

const NEAREST = 3;

/**
 * The weights of a generator: the usual ones, with those that the caller gives in their place.
 * @param what is weighted, for messages: `history`, `thread command`
 * @throws {RefoldError} `invalid-argument`: a weight is no whole number from 0 on; there is none of
 *   such a name (says
 *   which are spelled alike); all are 0
 */
export function readWeights<Name extends string>(
  what: string,
  usual: Readonly<Record<Name, number>>,
  given: Partial<Readonly<Record<Name, number>>>,
): Readonly<Record<Name, number>> {
  for (const [name, weight] of Object.entries<number | undefined>(given)) {
    if (!Object.hasOwn(usual, name)) throw noSuchWeight(what, name, Object.keys(usual));
    if (weight === undefined || (Number.isSafeInteger(weight) && weight >= 0)) continue;
    throw invalidArgument(
      `the ${what} weight ${name} is ${String(weight)}`,
      "a weight is a whole number from 0 (never) on",
    );
  }
  const present = Object.entries(given).filter(([, weight]) => weight !== undefined);
  return { ...usual, ...Object.fromEntries(present) };
}

/** @throws {RefoldError} `invalid-argument`: there is nothing left that could be drawn */
export function refuseNothing(what: string, weights: readonly number[]): void {
  if (weights.some((weight) => weight > 0)) return;
  throw invalidArgument(`every ${what} weight is 0: there is nothing to draw`, "leave one above 0");
}

function noSuchWeight(
  what: string,
  name: string,
  known: readonly string[],
): RefoldError<"invalid-argument"> {
  const nearest = rankNames(name, known).slice(0, NEAREST);
  return invalidArgument(
    `there is no ${what} weight ${name}`,
    `did you mean ${nearest.join(" or ")}?`,
  );
}

/** The facts of a turn: any of them, few values each, so that they change and come back. */
const FACTS = {
  model: fc.constantFrom("model-a", "model-b"),
  cwd: fc.constantFrom("/work", "/elsewhere"),
  approvalPolicy: fc.constantFrom("on-request", "never"),
  date: fc.constantFrom("2026-04-01", "2026-04-02"),
  realtimeActive: fc.boolean(),
  provider: fc.constantFrom("openai", "anthropic", "google"),
  sandboxPolicy: fc.constantFrom({ mode: "read-only" }, { mode: "danger-full-access" }),
  network: fc.constantFrom("enabled", "restricted"),
  personality: fc.option(fc.constantFrom("terse", "friendly")),
  effort: fc.option(fc.constantFrom("low", "high")),
  modalities: fc.constantFrom<("text" | "image")[][]>(["text"], ["text", "image"]),
  contextWindow: fc.option(fc.integer({ min: 1_000, max: 400_000 })),
  truncationPolicy: fc.record({
    mode: fc.constantFrom("bytes" as const, "tokens" as const),
    limit: fc.integer({ min: 100, max: 20_000 }),
  }),
  memoryMode: fc.option(fc.constantFrom("enabled", "disabled")),
  timezone: fc.constantFrom("UTC", "Europe/Berlin"),
} satisfies { readonly [Fact in keyof Envelope]?: fc.Arbitrary<Envelope[Fact]> };

/** Envelopes: the facts of a turn, each there or unknown. */
export function envelopes(): fc.Arbitrary<Envelope> {
  return fc.record(FACTS, { requiredKeys: [] });
}

/** What changes from one turn to the next: a few of the facts that a model is told. */
function envelopeChanges(): fc.Arbitrary<Partial<Envelope>> {
  const { model, cwd, approvalPolicy, date, realtimeActive } = FACTS;
  const told = { model, cwd, approvalPolicy, date, realtimeActive };
  return fc.record(told, { requiredKeys: [] });
}
