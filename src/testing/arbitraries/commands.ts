import fc from "fast-check";
import type { Envelope } from "../../events/slices.js";
import { DAMAGE_FORMS, FOREIGN_LINE_FORMS } from "../history-command.js";
import type {
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
 * @param images how often an image is where a text could
 */
export function commandsByKind(images: number, own: OwnKit): CommandsByKind {
  return { ...itemCommands(images), ...threadCommands(), ...ownCommands(own) };
}

function itemCommands(images: number) {
  const weights = { images };
  const calls = (minLength: number, maxLength: number): CommandOf<"call"> =>
    command("call", { calls: fc.array(toolCalls(images), { minLength, maxLength }) });
  return {
    user: command("user", { message: userMessages(weights), byAgent: mostly(false) }),
    assistant: command("assistant", { message: assistantMessages() }),
    reason: command("reason", { reasoning: reasoningItems() }),
    call: calls(1, 1),
    "parallel-calls": calls(2, 3),
    "start-turn": command("start-turn", { change: envelopeChanges(), tells: mostly(true) }),
    "report-usage": command("report-usage", {
      input: fc.nat(200_000),
      window: fc.option(fc.integer({ min: 1_000, max: 400_000 })),
    }),
    "end-turn": command("end-turn", { aborted: fc.constant(false) }),
    "abort-turn": command("end-turn", { aborted: fc.constant(true) }),
    request: command("request", {}),
  };
}

function threadCommands() {
  const count = fc.integer({ min: 1, max: 5 });
  return {
    compact: command("compact", {
      trigger: fc.constantFrom("pre-turn", "mid-turn", "manual", "model-downshift"),
      keepMessages: fc.nat(3),
      keepItems: fc.nat(3),
      places: fc.boolean(),
      complete: mostly(true),
    }),
    trim: command("trim", { at: share(), count, clearsBaseline: mostly(false) }),
    "clear-outputs": command("clear-outputs", { count }),
    "roll-back": command("roll-back", { at: share() }),
    fork: command("fork", { at: share() }),
    rename: command("rename", { title: fc.option(fc.string()) }),
    configure: command("configure", { budget: fc.nat() }),
    instruct: command("instruct", { text: fc.string() }),
    "declare-tools": command("declare-tools", { names: fc.array(fc.string(), { maxLength: 2 }) }),
    "foreign-line": command("foreign-line", {
      form: fc.constantFrom(...FOREIGN_LINE_FORMS),
      at: share(),
    }),
    damage: command("damage", { form: fc.constantFrom(...DAMAGE_FORMS), at: share() }),
    "replace-images": command("replace-images", {}),
    "clear-history": command("clear-history", {}),
    redo: command("redo", {}),
    snapshot: command("snapshot", {}),
    restore: command("restore", {}),
    notice: command("notice", {}),
  };
}

function ownCommands({ events = [], fragments = [] }: OwnKit) {
  return {
    "own-event": events.map(({ facts }) => command("own-event", { fact: facts })),
    "own-fragment": fragments.map((draws) => command("own-fragment", { use: fragmentUses(draws) })),
  };
}

/** Commands of a kind, with members as they are drawn. */
function command<const Kind extends string, Members extends object>(
  kind: Kind,
  members: { readonly [Name in keyof Members]: fc.Arbitrary<Members[Name]> },
): fc.Arbitrary<{ readonly do: Kind } & Members> {
  return fc.record<Members>(members).map((drawn) => ({ do: kind, ...drawn }));
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

/** A place in something whose length is not known yet. */
function share(): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 1_000 }).map((mille) => mille / 1_000);
}

function mostly(usual: boolean): fc.Arbitrary<boolean> {
  return fc.nat(4).map((drawn) => (drawn < 4 ? usual : !usual));
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
