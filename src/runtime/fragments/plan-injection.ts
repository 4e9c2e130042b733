import { isDeepStrictEqual } from "node:util";
import { invalidArgument } from "../../errors.js";
import { tokensOfText } from "../../events/bytes.js";
import type { InjectedFragment } from "../../events/context.js";
import type { Fact, FactOf } from "../../events/event.js";
import { countItemBytes } from "../../events/item-bytes.js";
import type { RecordedItem } from "../../events/item.js";
import { isJsonObject } from "../../events/json.js";
import { recordable } from "../../events/recordable.js";
import type { Baseline, Envelope, TurnSettings } from "../../events/slices.js";
import type { ToolDeclaration } from "../../events/thread.js";
import type { LedgerEntry, ThreadState } from "../../reducers/thread-state.js";
import { warningFact } from "../record-item.js";
import type { SessionFragment } from "./fragment.js";
import type { FragmentRegistry } from "./registry.js";
import { hashOf, sealEnvelope, type TurnContext } from "./turn-context.js";

interface InjectionInput {
  readonly context: TurnContext;
  /** `context`, sealed. */
  readonly envelope: Envelope;
  readonly baseline: Baseline | null;
  readonly previousTurn: TurnSettings | null;
  /** What the model can still see, oldest first. */
  readonly ledger: Iterable<LedgerEntry>;
  readonly registry: FragmentRegistry;
}

type Injection = FactOf<"context.injected">["data"];

interface Telling {
  readonly fragment: SessionFragment;
  readonly text: string;
  readonly facts: readonly string[];
}

/**
 * What the model must be told so that it knows the turn's facts: everything when there is no baseline
 * to go by (or one that cannot be diffed against), else what changed; nothing when nothing did.
 */
export function planInjection(input: InjectionInput): Injection {
  const changed = changedFacts(input);
  const tellings =
    changed === null
      ? fullTellings(input)
      : input.registry.session.flatMap((fragment) => diffTelling(fragment, input, changed));
  return { mode: changed === null ? "full" : "diff", ...toItems(tellings) };
}

function diffTelling(
  fragment: SessionFragment,
  input: InjectionInput,
  changed: ReadonlySet<string>,
): Telling[] {
  const facts = fragment.facts.filter((fact) => changed.has(fact));
  if (facts.length === 0) return [];
  const { context, previousTurn } = input;
  const told = fragment.render({ context, previousTurn, changed, withdrawn: NONE });
  const text = told ?? fragment.withdrawal; // it changed to nothing that can be said
  return text === null ? [] : [{ fragment, text, facts }];
}

const NONE: ReadonlySet<string> = new Set();

/** Everything; what an item that is still there says, and no longer holds, is taken back. */
function fullTellings(input: InjectionInput): Telling[] {
  const { context, envelope, previousTurn, registry } = input;
  const told = toldKinds(input.ledger, registry);
  return registry.session.flatMap((fragment) => {
    const gone = told.has(fragment.kind)
      ? fragment.facts.filter((fact) => envelope[fact] === undefined)
      : [];
    const known = fragment.facts.filter((fact) => envelope[fact] !== undefined);
    const input = { context, previousTurn, changed: null, withdrawn: new Set(gone) };
    const text = fragment.render(input) ?? (told.has(fragment.kind) ? fragment.withdrawal : null);
    return text === null ? [] : [{ fragment, text, facts: [...known, ...gone] }];
  });
}

/** The kinds of fragments that the ledger still shows. */
function toldKinds(ledger: Iterable<LedgerEntry>, registry: FragmentRegistry): ReadonlySet<string> {
  const kinds = new Set<string>();
  for (const { item, origin } of ledger) {
    if (origin !== "runtime" || item.type !== "message") continue;
    for (const part of item.content) {
      if (part.type !== "input_text") continue;
      const fragment = registry.session.find((one) => one.recognise(part.text));
      if (fragment !== undefined) kinds.add(fragment.kind);
    }
  }
  return kinds;
}

/** One developer message, then one user message; a role with nothing to say gets none. */
function toItems(tellings: readonly Telling[]): Pick<Injection, "items" | "fragments"> {
  const items: RecordedItem[] = [];
  const fragments: InjectedFragment[] = [];
  for (const role of ["developer", "user"] as const) {
    const ofRole = tellings.filter(({ fragment }) => fragment.role === role);
    if (ofRole.length === 0) continue;
    fragments.push(...ofRole.flatMap((telling) => toFragments(telling, items.length)));
    items.push(toMessage(role, ofRole));
  }
  return { items, fragments };
}

function toMessage(role: "developer" | "user", tellings: readonly Telling[]): RecordedItem {
  const content = tellings.map(({ text }) => ({ type: "input_text" as const, text }));
  const item = { type: "message" as const, role, content };
  return { item, origin: "runtime", countedBytes: countItemBytes(item) };
}

/** An entry a fact; the text's tokens are at the first. */
function toFragments({ fragment, text, facts }: Telling, item: number): InjectedFragment[] {
  const { kind, lifetime } = fragment;
  return facts.map((fact, index) => ({
    ...{ kind, lifetime, fact, item },
    tokens: index === 0 ? tokensOfText(text) : 0,
  }));
}

/**
 * Which facts the model must be told anew.
 * @returns null when a diff cannot tell it and everything is to be told: there is no baseline, it was
 *   only observed (a foreign session's items do not say their facts), a fact went away, or one came
 *   that the baseline knows nothing of
 */
function changedFacts({
  envelope,
  baseline,
  registry,
}: InjectionInput): ReadonlySet<string> | null {
  if (baseline === null || baseline.mode === "observed") return null;
  const changed = new Set<string>();
  for (const fact of registry.session.flatMap(({ facts }) => facts)) {
    const before = baseline.envelope[fact];
    const now = envelope[fact];
    if (isDeepStrictEqual(before, now)) continue;
    if (before === undefined || now === undefined) return null;
    changed.add(fact);
  }
  return changed;
}

/**
 * What the start of a turn records: base instructions and tools where they changed, the envelope, and
 * whatever the model must be told of it.
 * @throws {RefoldError} `invalid-argument`, `invalid-event`: the context has another form
 */
export function turnFacts(
  state: ThreadState,
  context: TurnContext,
  registry: FragmentRegistry,
): readonly Fact[] {
  if (!isJsonObject(context)) throw invalidArgument("a turn's context is an object of its facts");
  const { instructions, tools } = context;
  const envelope = sealEnvelope(context);
  const injection = injectionOf(state, { context, envelope, registry });
  return [
    ...(instructions === undefined ? [] : instructionFacts(state, instructions)),
    ...(tools === undefined ? [] : toolFacts(state, tools)),
    { type: "turn.started", data: { envelope } },
    { type: "context.injected", data: injection },
    ...leftOutNotices(injection, context, registry),
  ];
}

/** Of what is told now: the text says it to the model, and this to people. */
function leftOutNotices(
  { fragments }: Injection,
  context: TurnContext,
  { session }: FragmentRegistry,
): readonly Fact[] {
  const told = new Set(fragments.map(({ kind }) => kind));
  return session.flatMap((fragment) => {
    const words = told.has(fragment.kind) ? (fragment.leftOut?.(context) ?? null) : null;
    const message = `The context has no room for all of it: ${words} left out.`;
    return words === null ? [] : [warningFact("context-left-out", message)];
  });
}

/** What the model must be told of a turn that is about to start. */
export function injectionOf(
  { baseline, turns, ledger }: ThreadState,
  told: Pick<InjectionInput, "context" | "envelope" | "registry">,
): Injection {
  const { context, envelope, registry } = told;
  return planInjection({
    ...{ context, envelope, registry, baseline },
    previousTurn: turns.previous,
    ledger: ledger.entries,
  });
}

/** Base instructions, unless they are those that stand already. */
export function instructionFacts({ thread }: ThreadState, text: string): readonly Fact[] {
  const hash = hashOf(text);
  if (thread?.instructions?.hash === hash) return [];
  return [{ type: "instructions.set", data: { text, hash } }];
}

/** All tools, unless they are those that stand already. */
export function toolFacts(
  { thread }: ThreadState,
  tools: readonly ToolDeclaration[],
): readonly Fact[] {
  const given: unknown = tools;
  if (!Array.isArray(given)) throw invalidArgument("tools are declared as a list of them all");
  const hash = hashOf(JSON.stringify(tools));
  if (thread?.tools?.hash === hash) return [];
  return [{ type: "tools.declared", data: { tools: [...recordable(tools)], hash } }];
}
