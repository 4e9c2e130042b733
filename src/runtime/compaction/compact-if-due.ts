import { tokensOfBytes, tokensOfText } from "../../events/token-bytes.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { PromptTarget } from "../../projections/prompt/prompt.js";
import { planInjection } from "../fragments/plan-injection.js";
import { hashOf, sealEnvelope, type TurnContext } from "../fragments/turn-context.js";
import type { ModelClient } from "../models/model-client.js";
import type { UserInput } from "../turn.js";
import { checkCompaction, inputTokens, type CompactionCheck } from "./check.js";
import { compactThread, type CompactedThread } from "./compact-thread.js";
import type { Compaction, NoCompaction } from "./compaction.js";
import type { CompactOptions } from "./plan-compaction.js";

/** The turn that is about to be started; empty: the one that runs goes on. */
export interface NextTurn {
  readonly context?: TurnContext;
  readonly input?: UserInput;
}

export interface DueOptions extends Omit<CompactOptions, "trigger" | "dryRun" | "target"> {
  /** The last turn's model: it summarises when the next one's window is smaller. */
  readonly previousModel?: ModelClient;
}

/**
 * Whether a thread must be compacted before it goes on: before a turn, with what that turn will add
 * (its context, its instructions, the user's input); in a turn, before the next sampling.
 */
export function checkNext(
  { log, registry }: Pick<CompactedThread, "log" | "registry">,
  { context, input }: NextTurn,
): CompactionCheck {
  const { state } = log;
  const contextTokens = context === undefined ? 0 : tokensToTell({ state, registry }, context);
  return checkCompaction(state, {
    ...(context !== undefined && { target: targetOf(context) }),
    addedTokens: contextTokens + (input === undefined ? 0 : inputTokens(input)),
  });
}

/**
 * Compacts a thread when that is due. At a switch to a model with a smaller window the previous model
 * summarises, which can still read all of the history.
 * @returns null when it is not due
 * @throws what `compactThread` throws
 */
export async function compactIfDue(
  thread: CompactedThread,
  next: NextTurn,
  { previousModel, ...options }: DueOptions,
): Promise<Compaction | NoCompaction | null> {
  const { trigger, reason } = checkNext(thread, next);
  if (trigger === null) return null;
  const isDownshift = trigger === "model-downshift" && previousModel !== undefined;
  return compactThread(thread, {
    ...options,
    ...(isDownshift && { model: previousModel }),
    ...(next.context !== undefined && { target: targetOf(next.context) }),
    trigger,
    reason: options.reason ?? reason ?? trigger,
  });
}

function targetOf({ model, provider, contextWindow }: TurnContext): PromptTarget {
  return {
    model,
    ...(provider !== undefined && { provider }),
    ...(contextWindow !== undefined && { contextWindow }),
  };
}

interface Telling extends Pick<CompactedThread, "registry"> {
  readonly state: ThreadState;
}

/** What a turn's start would add: the context that the model does not know yet, other instructions. */
function tokensToTell({ state, registry }: Telling, context: TurnContext): number {
  const { items } = planInjection({
    ...{ context, envelope: sealEnvelope(context), registry },
    baseline: state.baseline,
    previousTurn: state.turns.previous,
    ledger: state.ledger.entries,
  });
  const told = items.reduce((sum, { countedBytes }) => sum + tokensOfBytes(countedBytes), 0);
  return told + instructionsGrowth(state, context.instructions);
}

function instructionsGrowth({ thread }: ThreadState, text: string | undefined): number {
  const known = thread?.instructions ?? null;
  if (text === undefined || known?.hash === hashOf(text)) return 0;
  return Math.max(0, tokensOfText(text) - tokensOfText(known?.text ?? ""));
}
