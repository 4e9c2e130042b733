import { checkLimit } from "../../errors.js";
import { jsonValueBytes, tokensOfBytes, tokensOfText } from "../../events/bytes.js";
import { findModel, KNOWN_MODELS, type ModelTable } from "../../models/find-model.js";
import { baseInstructions } from "../prompt/project-prompt.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { totalTokens } from "../../reducers/total-tokens.js";
import type { PromptTarget } from "../prompt/prompt.js";
import { resolveTarget, targetBasisOf } from "../prompt/resolve-target.js";

export interface ContextBudgetOptions {
  /** A limit of the caller's own at which compaction is due, in tokens. */
  readonly compactionLimit?: number;
  readonly models?: ModelTable;
}

/** What a thread has left under a target. Counts in tokens; null where nobody has named the window. */
export interface ContextBudget {
  readonly window: number | null;
  /** What a conversation may fill of it: 95 %, unless the model says otherwise. */
  readonly usable: number | null;
  readonly reserved: {
    /** Base instructions and tool declarations, estimated. */
    readonly system: number;
    /** What the answer may take. */
    readonly response: number;
  };
  /** Everything in, instructions too: reported, and estimated from there on. */
  readonly used: number;
  /** Of `usable`, never below 0. */
  readonly left: number | null;
  /** Of `usable`, 0 to 100, rounded down. */
  readonly percentLeft: number | null;
  /** The total at which compaction is due; null: never. */
  readonly compactAt: number | null;
  readonly compactionDue: boolean;
}

/**
 * How much of a target's context window is left, and when compaction is due: at 90 % of the window
 * or at a lower limit of the caller's own.
 * @param target absent members come from the turn and the model
 * @returns counts in tokens; what depends on the window is null while the window is unknown
 * @throws {RefoldError} `invalid-argument`: `compactionLimit` is no number
 * @see docs/semantics.md §2.6, §2.7, §2.10
 */
export function projectBudget(
  state: ThreadState,
  target: PromptTarget = {},
  options: ContextBudgetOptions = {},
): ContextBudget {
  checkLimit("compactionLimit", options.compactionLimit ?? undefined);
  const models = options.models ?? KNOWN_MODELS;
  const resolved = resolveTarget(target, targetBasisOf(state), models);
  const model = resolved.model === null ? null : findModel(resolved.model, models).model;
  const window = resolved.contextWindow;
  const usable =
    window === null ? null : Math.floor((window * (model?.effectiveWindowPercent ?? 95)) / 100);
  const instructions = tokensOfText(baseInstructions(state).text);
  const tools = state.thread?.tools?.tools ?? [];
  const system = instructions + (tools.length === 0 ? 0 : tokensOfBytes(jsonValueBytes(tools)));
  // Before any report the whole prompt is an estimate; a report counts instructions and tools itself.
  const used = state.usage.last === null ? system + state.ledger.tokens : totalTokens(state);
  const left = usable === null ? null : Math.max(0, usable - used);
  const compactAt = compactionLimit(window, options.compactionLimit ?? null);
  return {
    window,
    usable,
    reserved: { system, response: responseTokens(window, resolved.maxOutputTokens) },
    used,
    left,
    percentLeft:
      left === null || usable === null || usable === 0
        ? null
        : Math.min(100, Math.floor((left * 100) / usable)),
    compactAt,
    compactionDue: compactAt !== null && used >= compactAt,
  };
}

/**
 * The total at which a thread is compacted: the smaller of the caller's limit and 90 % of the window;
 * null when neither is known.
 */
export function compactionLimit(window: number | null, configured: number | null): number | null {
  const byWindow = window === null ? null : Math.floor((window * 9) / 10);
  if (byWindow === null || configured === null) return byWindow ?? configured;
  return Math.min(byWindow, configured);
}

/** An answer can take no more than the window. */
function responseTokens(window: number | null, maxOutputTokens: number | null): number {
  if (maxOutputTokens === null) return 0;
  return window === null ? maxOutputTokens : Math.min(window, maxOutputTokens);
}
