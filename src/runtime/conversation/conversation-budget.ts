import { invalidArgument, RefoldError, type ErrorDetails } from "../../errors.js";
import type { ToolDeclaration } from "../../events/thread.js";
import type { ModelInfo } from "../../models/model-info.js";
import type { TokenEstimator } from "../../projections/tokens/token-estimator.js";

/** How much a conversation may fill. In tokens. */
export interface BudgetOptions {
  /** Input and answer together. Default: the model's context window. */
  readonly window?: number;
  /** Kept free for system prompt and tools; more where they take more. Default: 2,000. */
  readonly reservedForSystem?: number;
  /** Kept free for the answer. Default: 4,000. */
  readonly reservedForResponse?: number;
}

/** What a conversation goes by. In tokens. */
export interface BudgetSettings extends Required<BudgetOptions> {
  /** True: the owner set the window; another model takes it over as far as its own goes. */
  readonly ownWindow: boolean;
}

/** What a conversation has to fill, and how that is shared out. In tokens. */
export interface ConversationBudget extends Required<BudgetOptions> {
  /** What the messages may take in all. */
  readonly available: number;
}

const RESERVED = { reservedForSystem: 2_000, reservedForResponse: 4_000 } as const;

/**
 * Settles what options leave open: from the settings so far, the model, the defaults. A window that
 * was asked for stays under another model as far as that model's goes.
 * @throws {RefoldError} `invalid-argument`: a figure is none, or nobody knows the model's window
 */
export function settleBudget(
  asked: BudgetOptions,
  model: ModelInfo,
  before: BudgetSettings | null = null,
): BudgetSettings {
  const own = count(asked.window, "window", 1) ?? ownWindowUnder(model, before);
  const window = own ?? model.contextWindow;
  if (window === null) {
    throw invalidArgument(
      `nobody knows the context window of model ${model.id}`,
      "Give `budget: { window }`, in tokens.",
    );
  }
  const reserved = (name: keyof typeof RESERVED): number =>
    count(asked[name], name, 0) ?? before?.[name] ?? RESERVED[name];
  return {
    window,
    ownWindow: own !== null,
    reservedForSystem: reserved("reservedForSystem"),
    reservedForResponse: reserved("reservedForResponse"),
  };
}

/**
 * What is available for messages: the window without the answer's share (or the longest input that
 * the model takes, where that is less), without what system prompt and tools take: their reservation,
 * or more.
 * @throws {RefoldError} `budget-too-small`: nothing is
 */
export function budgetOf(
  { window, reservedForSystem, reservedForResponse }: BudgetSettings,
  systemTokens: number,
  { maxInputTokens }: Pick<ModelInfo, "maxInputTokens">,
): ConversationBudget {
  const system = Math.max(reservedForSystem, systemTokens);
  const available = Math.min(window - reservedForResponse, maxInputTokens ?? Infinity) - system;
  if (available <= 0) throw budgetTooSmall({ window, reservedForResponse, system });
  return { window, reservedForSystem, reservedForResponse, available };
}

/** What a system prompt and tools take, in tokens. */
export function systemTokens(
  { text, tools }: { readonly text: string; readonly tools: readonly ToolDeclaration[] },
  estimator: TokenEstimator,
): number {
  const toolTokens = tools.length === 0 ? 0 : estimator.text(JSON.stringify(tools));
  return estimator.text(text) + toolTokens;
}

function ownWindowUnder(model: ModelInfo, before: BudgetSettings | null): number | null {
  if (before?.ownWindow !== true) return null;
  return model.contextWindow !== null && before.window > model.contextWindow ? null : before.window;
}

function count(value: unknown, name: string, least: number): number | null {
  if (value === undefined) return null;
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= least) return value;
  throw invalidArgument(`budget.${name} is no whole number of tokens from ${least}`);
}

function budgetTooSmall(budget: ErrorDetails["budget-too-small"]): RefoldError<"budget-too-small"> {
  const { window, reservedForResponse, system } = budget;
  const message =
    `a window of ${window} tokens leaves no room for messages: system prompt and tools take ` +
    `${system}, the answer ${reservedForResponse}`;
  const remedy =
    "Give a larger window, reserve less, shorten the system prompt, or take a model with a larger window.";
  return new RefoldError("budget-too-small", budget, { message, remedy });
}
