import { tokensOfBytes } from "../../events/bytes.js";
import { countItemBytes } from "../../events/item-bytes.js";
import type { MessageItem } from "../../events/item.js";
import { findModel, KNOWN_MODELS } from "../../models/find-model.js";
import type { PromptTarget } from "../../projections/prompt/prompt.js";
import { projectBudget } from "../../projections/tokens/project-budget.js";
import { refOffset } from "../../reducers/item-refs.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { UserInput } from "../turn.js";
import { compactionSettings, configuredLimit } from "./settings.js";
import type { CompactionTrigger } from "./strategy.js";

/** What is about to happen to a thread. */
export interface NextSampling {
  /** The model that is asked next; absent: the last turn's. */
  readonly target?: PromptTarget;
  /** What will be added before, in tokens: the user's input, context, skills. */
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
 * compacted again: there would be nothing to win.
 * @throws {RefoldError} `invalid-argument`: the thread's limits are configured in another form
 */
export function checkCompaction(state: ThreadState, next: NextSampling = {}): CompactionCheck {
  const { target = {}, addedTokens = 0 } = next;
  const model = target.model ?? runningModel(state);
  const configured = configuredLimit(compactionSettings(state), model);
  const budget = projectBudget(
    state,
    target,
    configured === null ? {} : { compactionLimit: configured },
  );
  const { used: usedTokens, compactAt: limitTokens } = budget;
  const total = usedTokens + addedTokens;
  const counts = { usedTokens, addedTokens, limitTokens };
  if (limitTokens === null || total < limitTokens || holdsNothingNew(state)) {
    return { trigger: null, reason: null, ...counts };
  }
  return {
    trigger: dueTrigger(state, model, budget.window),
    reason: `${total} tokens, and the limit is ${limitTokens}`,
    ...counts,
  };
}

/** What a user's input takes, in tokens. */
export function inputTokens(input: UserInput): number {
  const content =
    typeof input === "string" ? [{ type: "input_text" as const, text: input }] : [...input];
  const message: MessageItem = { type: "message", role: "user", content };
  return tokensOfBytes(countItemBytes(message));
}

function dueTrigger(
  state: ThreadState,
  model: string | null,
  window: number | null,
): Exclude<CompactionTrigger, "manual"> {
  if (state.turns.running !== null) return "mid-turn";
  const before = state.turns.previous?.model ?? null;
  if (before === null || before === model || window === null) return "pre-turn";
  return window < (windowBefore(state, before) ?? 0) ? "model-downshift" : "pre-turn";
}

/** The window that the last turn had; null: nobody knows. */
function windowBefore({ usage }: ThreadState, model: string): number | null {
  return usage.contextWindow ?? findModel(model, KNOWN_MODELS).model.contextWindow;
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
