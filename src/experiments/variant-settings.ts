import type { Fact } from "../events/event.js";
import type { Envelope } from "../events/slices.js";
import type { ToolDeclaration } from "../events/thread.js";
import type { PromptTarget } from "../projections/prompt/prompt.js";
import { resolveTarget, targetBasisOf } from "../projections/prompt/resolve-target.js";
import type { ThreadState } from "../reducers/thread-state.js";
import type { CompactOptions } from "../runtime/compaction/plan-compaction.js";
import { instructionFacts, planInjection, toolFacts } from "../runtime/fragments/plan-injection.js";
import type { FragmentRegistry } from "../runtime/fragments/registry.js";
import { sealEnvelope, type TurnContext } from "../runtime/fragments/turn-context.js";
import type { Variant } from "./plan.js";

/** What a variant sets for its whole thread, besides the history and the turns' facts. */
export function settingFacts(state: ThreadState, variant: Variant): readonly Fact[] {
  const { instructions, tools: known } = state.thread ?? {};
  const { instructions: text = instructions?.text ?? "", compaction } = variant;
  const tools = variedTools(known?.tools ?? [], variant);
  return [
    ...(text === (instructions?.text ?? "") ? [] : instructionFacts(state, text)),
    ...(tools === null ? [] : toolFacts(state, tools)),
    ...(compaction === undefined ? [] : [configuredFact(compaction)]),
  ];
}

/** The tools that a variant declares; null: those of the base. */
function variedTools(
  known: readonly ToolDeclaration[],
  { tools }: Variant,
): ToolDeclaration[] | null {
  if (tools === undefined) return null;
  const { set = known, add = [], remove = [] } = tools;
  const added = new Map(add.map((tool) => [tool.name, tool]));
  const kept = set
    .filter(({ name }) => !remove.includes(name))
    .map((tool) => {
      const instead = added.get(tool.name) ?? tool;
      added.delete(tool.name);
      return instead;
    });
  const varied = [...kept, ...added.values()];
  return JSON.stringify(varied) === JSON.stringify(known) ? null : varied;
}

type CompactionChange = NonNullable<Variant["compaction"]>;

function configuredFact(change: CompactionChange): Fact {
  const { strategy, compactAt, keepOutputs, keptMessages } = change;
  const data = {
    limits: {
      ...(compactAt !== undefined && { compactAt }),
      ...(keptMessages !== undefined && { keptMessages }),
    },
    strategy: {
      ...(strategy !== undefined && { name: strategy }),
      ...(keepOutputs !== undefined && { keepOutputs }),
    },
  };
  return { type: "thread.configured", data };
}

/** What a variant's compactions are asked for, besides what its thread is configured to. */
export function compactOptions({ compaction }: Variant): CompactOptions {
  const target = compaction?.target;
  return target === undefined ? {} : { targetTokens: target };
}

/**
 * The turn's facts that a variant sets, as its envelope names them.
 * @param known the envelope of the base's turn
 */
export function variedEnvelope(variant: Variant, known: Envelope): Envelope {
  const { facts, model, provider, truncation } = variant;
  const sealed = sealEnvelope(variantContext(variant, known));
  const names = new Set([
    ...Object.keys(facts ?? {}),
    ...Object.keys(facts?.own ?? {}),
    ...(model === undefined ? [] : ["model"]),
    ...(provider === undefined ? [] : ["provider"]),
    ...(truncation === undefined ? [] : ["truncationPolicy"]),
  ]);
  return Object.fromEntries(Object.entries(sealed).filter(([name]) => names.has(name)));
}

/** What a variant says of its turns, with the texts that an envelope only names by hash. */
export function variantContext(variant: Variant, known: Envelope): TurnContext {
  const { own, ...facts } = variant.facts ?? {};
  const { truncation, provider } = variant;
  return {
    model: variant.model ?? known.model ?? "unknown",
    ...facts,
    ...(provider !== undefined && { provider }),
    ...(own !== undefined && { facts: own }),
    ...(truncation !== undefined && { truncationPolicy: truncation }),
  };
}

/**
 * What a variant's prompts are made for: what the base's were made for at the fork, with what the
 * variant says in its place. An edit of the history must not make it another model's.
 */
export function variantTarget(variant: Variant, base: ThreadState): PromptTarget {
  const { model, provider, facts = {} } = variant;
  const { modalities, contextWindow, effort, outputSchema } = facts;
  return {
    ...baseTarget(variant, base),
    ...(model !== undefined && { model }),
    ...(provider !== undefined && { provider }),
    ...(modalities !== undefined && { modalities }),
    ...(contextWindow !== undefined && { contextWindow }),
    ...(effort !== undefined && { effort }),
    ...(outputSchema !== undefined && { outputSchema }),
  };
}

/** Nothing of it holds for another model. */
function baseTarget({ model: varied }: Variant, base: ThreadState): PromptTarget {
  const { model, provider, contextWindow, effort } = resolveTarget({}, targetBasisOf(base));
  if (varied !== undefined && varied !== model) return {};
  return {
    ...(model !== null && { model }),
    ...(provider !== null && { provider }),
    ...(contextWindow !== null && { contextWindow }),
    ...(effort !== null && { effort }),
  };
}

/** What a turn of a variant begins with. */
export interface TurnStart {
  /** Of the base's turn. */
  readonly envelope: Envelope;
  readonly variant: Variant;
  readonly state: ThreadState;
  readonly registry: FragmentRegistry;
}

/** `turn.started` with the variant's facts in the place of the base's. */
export function startFact({ envelope, variant }: TurnStart): Fact {
  const data = { envelope: { ...envelope, ...variedEnvelope(variant, envelope) } };
  return { type: "turn.started", data };
}

/**
 * What the model must be told of the facts that a variant sets, and of nothing else: what the base
 * told stays told. Null: they are the base's own, or no fragment speaks for them.
 */
export function tellingFact({ envelope, variant, state, registry }: TurnStart): Fact | null {
  const now = variedEnvelope(variant, envelope);
  // A fact that the base does not know counts as another one, or everything would be told.
  const before = Object.fromEntries(
    Object.keys(now).map((name) => [name, envelope[name] ?? { experiment: "unknown to the base" }]),
  );
  const injection = planInjection({
    context: variantContext(variant, envelope),
    envelope: now,
    baseline: { mode: "told", turn: null, foreignId: null, envelope: before, toldBy: {} },
    previousTurn: previousTurn(state, envelope),
    ledger: [],
    registry,
  });
  return injection.items.length === 0 ? null : { type: "context.injected", data: injection };
}

/** The model that speaks in the base up to here: a switch is told against it. */
function previousTurn({ turns }: ThreadState, { model }: Envelope) {
  if (turns.previous === null) return null;
  return { ...turns.previous, model: turns.previous.model ?? model ?? null };
}
