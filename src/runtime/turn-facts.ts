import type { Fact } from "../events/event.js";
import type { ToolDeclaration } from "../events/tools-declared.js";
import type { ThreadState } from "../reducers/thread-state.js";
import { planInjection } from "./fragments/plan-injection.js";
import type { FragmentRegistry } from "./fragments/registry.js";
import { hashOf, sealEnvelope, type TurnContext } from "./fragments/turn-context.js";

/**
 * What the start of a turn records: base instructions and tools where they changed, the envelope, and
 * whatever the model must be told of it.
 */
export function turnFacts(
  state: ThreadState,
  context: TurnContext,
  registry: FragmentRegistry,
): readonly Fact[] {
  const envelope = sealEnvelope(context);
  const injection = planInjection({
    ...{ context, envelope, registry },
    baseline: state.baseline,
    previousTurn: state.turns.previous,
    ledger: state.ledger.entries,
  });
  return [
    ...(context.instructions === undefined ? [] : instructionFacts(state, context.instructions)),
    ...(context.tools === undefined ? [] : toolFacts(state, context.tools)),
    { type: "turn.started", data: { envelope } },
    { type: "context.injected", data: injection },
  ];
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
  const hash = hashOf(JSON.stringify(tools));
  if (thread?.tools?.hash === hash) return [];
  return [{ type: "tools.declared", data: { tools: [...tools], hash } }];
}
