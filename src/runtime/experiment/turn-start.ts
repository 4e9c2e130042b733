import type { Fact } from "../../events/event.js";
import type { Envelope } from "../../events/envelope.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { planInjection } from "../fragments/plan-injection.js";
import type { FragmentRegistry } from "../fragments/registry.js";
import type { Variant } from "./plan.js";
import { variantContext, variedEnvelope } from "./variant-settings.js";

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
