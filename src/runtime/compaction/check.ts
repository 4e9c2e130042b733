import { tokensOfBytes, tokensOfText } from "../../events/bytes.js";
import { countItemBytes } from "../../events/item-bytes.js";
import { findModel, KNOWN_MODELS } from "../../models/find-model.js";
import type { PromptTarget } from "../../projections/prompt/prompt.js";
import { projectBudget } from "../../projections/tokens/project-budget.js";
import { refOffset } from "../../reducers/item-refs.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { injectionOf } from "../fragments/plan-injection.js";
import type { FragmentRegistry } from "../fragments/registry.js";
import { hashOf, sealEnvelope, type TurnContext } from "../fragments/turn-context.js";
import type { ModelClient } from "../models/model-client.js";
import { type UserInput, userMessage } from "../record-item.js";
import { compactionSettings, configuredLimit } from "./settings.js";
import { type CompactionTrigger, tokensOfItems } from "./strategy.js";

/** What is about to happen to a thread. */
export interface NextSampling {
  /** The model that is asked next; absent: the last turn's. */
  readonly target?: PromptTarget | undefined;
  /** Tokens that are added before: the user's input, context, skills. */
  readonly addedTokens?: number;
}

/** Whether a thread is to be compacted before it goes on. Counts in tokens. */
export interface CompactionCheck {
  /** Null: it is not due. */
  readonly trigger: Exclude<CompactionTrigger, "manual"> | null;
  /** Why, for people; null when it is not due. */
  readonly reason: string | null;
  readonly usedTokens: number;
  readonly addedTokens: number;
  /** The total at which it is due; null: never, for neither window nor limit is known. */
  readonly limitTokens: number | null;
}

/**
 * Whether a thread is at its limit: 90 % of the next model's window, or a lower limit of the thread's
 * own, with what is about to be added. Before a turn whose model has a smaller window than the last
 * one's, that is a `model-downshift`. A history in which nothing happened since its checkpoint is not
 * compacted again.
 * @throws {RefoldError} `invalid-argument`: the thread's limits are configured in another form
 */
export function checkCompaction(state: ThreadState, next: NextSampling = {}): CompactionCheck {
  const { target = {}, addedTokens = 0 } = next;
  const model = target.model ?? runningModel(state);
  const configured = configuredLimit(compactionSettings(state), model);
  const options = configured === null ? {} : { compactionLimit: configured };
  const {
    used: usedTokens,
    compactAt: limitTokens,
    window,
  } = projectBudget(state, target, options);
  const total = usedTokens + addedTokens;
  const isDue = limitTokens !== null && total >= limitTokens && !holdsNothingNew(state);
  return {
    trigger: isDue ? dueTrigger(state, model, window) : null,
    reason: isDue ? `${total} tokens, and the limit is ${limitTokens}` : null,
    ...{ usedTokens, addedTokens, limitTokens },
  };
}

/** The turn that is about to be started; empty: the one that runs goes on. */
export interface NextTurn {
  readonly context?: TurnContext;
  readonly input?: UserInput;
}

/**
 * Whether a thread must be compacted before it goes on: before a turn, with what that turn will add
 * (its context, its instructions, the user's input); in a turn, before the next sampling.
 */
export function checkNext(
  state: ThreadState,
  registry: FragmentRegistry,
  { context, input }: NextTurn,
): CompactionCheck {
  const told = context === undefined ? 0 : tokensToTell(state, context, registry);
  const said = input === undefined ? 0 : tokensOfBytes(countItemBytes(userMessage(input)));
  return checkCompaction(state, { target: context && targetOf(context), addedTokens: told + said });
}

/** The model of a turn, or of a client, as prompts name it. */
export function targetOf({
  model,
  provider,
  contextWindow = null,
}: Pick<TurnContext | ModelClient, "model" | "provider" | "contextWindow">): PromptTarget {
  return {
    model,
    ...(provider !== undefined && { provider }),
    ...(contextWindow !== null && { contextWindow }),
  };
}

/** What a turn's start would add: the context that the model does not know yet, other instructions. */
function tokensToTell(
  state: ThreadState,
  context: TurnContext,
  registry: FragmentRegistry,
): number {
  const envelope = sealEnvelope(context);
  const told = tokensOfItems(injectionOf(state, { context, envelope, registry }).items);
  const { instructions: text } = context;
  const known = state.thread?.instructions ?? null;
  if (text === undefined || known?.hash === hashOf(text)) return told;
  return told + Math.max(0, tokensOfText(text) - tokensOfText(known?.text ?? ""));
}

function dueTrigger(
  { turns, usage }: ThreadState,
  model: string | null,
  window: number | null,
): Exclude<CompactionTrigger, "manual"> {
  if (turns.running !== null) return "mid-turn";
  const before = turns.previous?.model ?? null;
  if (before === null || before === model || window === null) return "pre-turn";
  const known = usage.contextWindow ?? findModel(before, KNOWN_MODELS).model.contextWindow;
  return window < (known ?? 0) ? "model-downshift" : "pre-turn";
}

function runningModel({ turns, baseline }: ThreadState): string | null {
  return turns.running?.envelope.model ?? baseline?.envelope.model ?? turns.previous?.model ?? null;
}

/** True when the ledger holds nothing but what the newest checkpoint left. */
export function holdsNothingNew({ ledger, checkpoint }: ThreadState): boolean {
  const newest = ledger.entries.at(-1);
  if (newest === undefined) return true;
  return checkpoint !== null && refOffset(newest.ref) <= checkpoint.offset;
}
