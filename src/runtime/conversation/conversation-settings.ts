import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { invalidArgument, RefoldError } from "../../errors.js";
import type { FactOf } from "../../events/event.js";
import { findModel, KNOWN_MODELS, nearestModels } from "../../models/find-model.js";
import type { ModelTable } from "../../models/find-model.js";
import type { ModelInfo } from "../../models/model-info.js";
import { rankNames } from "../../nearest-names.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { unknownProvider } from "../errors.js";
import { type BudgetOptions, type BudgetSettings, settleBudget } from "./conversation-budget.js";

const PROVIDERS = ["openai", "openai-responses", "openai-chat", "anthropic", "google"] as const;

/** The provider that a conversation uses; `openai` is short for `openai-responses`. */
export type ConversationProvider = (typeof PROVIDERS)[number];

const STRATEGIES = ["sliding-window", "summarize", "priority"] as const;

/**
 * How a conversation that outgrows its budget is made to fit: the oldest messages go; a summary takes
 * their place; or what is not protected goes first (the first user message and the newest three, calls
 * with their results, and images are).
 */
export type TruncationStrategy = (typeof STRATEGIES)[number];

/** A conversation's settings; recorded as `thread.configured`, so that its id is enough to load it. */
export interface ConversationSettings {
  readonly provider: ConversationProvider;
  readonly model: string;
  readonly strategy: TruncationStrategy;
  readonly budget: BudgetSettings;
}

/** What is to be set; what is absent stays as it was. */
export interface SettingsChange {
  readonly provider?: string;
  readonly model?: string;
  readonly strategy?: string;
  readonly budget?: BudgetOptions;
}

/**
 * Settings after a change; `before` is null for a new conversation.
 * @throws {RefoldError} `unknown-provider`, `unknown-model`, `invalid-argument`
 */
export function changedSettings(
  before: ConversationSettings | null,
  change: SettingsChange,
  models: ModelTable = KNOWN_MODELS,
): ConversationSettings {
  const provider = checkProvider(change.provider ?? before?.provider);
  const model = change.model ?? before?.model ?? "";
  const strategy = checkStrategy(change.strategy ?? before?.strategy ?? "sliding-window");
  const target = { provider, model, strategy };
  if (before !== null && !isOtherModel(before, target) && change.budget === undefined) {
    return { ...target, budget: before.budget };
  }
  const known = knownModel(provider, model, models);
  return { ...target, budget: settleBudget(change.budget ?? {}, known, before?.budget ?? null) };
}

/** Whether the next request goes to another model. */
export function isOtherModel(
  before: Pick<ConversationSettings, "provider" | "model">,
  after: Pick<ConversationSettings, "provider" | "model">,
): boolean {
  return after.provider !== before.provider || after.model !== before.model;
}

/**
 * The settings as an event; none where nothing changed. `strategy` and `limits` are what compactions
 * of the thread use.
 */
export function configuredFacts(
  before: ConversationSettings | null,
  settings: ConversationSettings,
): readonly FactOf<"thread.configured">[] {
  if (isDeepStrictEqual(before, settings)) return [];
  const { provider, model, strategy, budget } = settings;
  const data = {
    conversation: { provider, model, strategy },
    budget: { ...budget },
    strategy: strategy === "summarize" ? "summary" : strategy,
    limits: { compactAt: Math.max(0, budget.window - budget.reservedForResponse) },
  };
  return [{ type: "thread.configured", data }];
}

const Stored = z.looseObject({
  conversation: z.looseObject({ provider: z.string(), model: z.string(), strategy: z.string() }),
  budget: z.object({
    window: z.int().positive(),
    ownWindow: z.boolean(),
    reservedForSystem: z.int().nonnegative(),
    reservedForResponse: z.int().nonnegative(),
  }),
});

/** @throws {RefoldError} `invalid-argument`: the thread is no conversation, or was configured in another form */
export function readSettings({ thread }: ThreadState): ConversationSettings {
  const { data } = Stored.safeParse(thread?.configuration);
  if (data === undefined) {
    throw invalidArgument(
      `thread ${thread?.threadId ?? "without a beginning"} is no conversation`,
      "Drive it with `resumeThread`, or read it with `openSession`.",
    );
  }
  const { provider, model, strategy } = data.conversation;
  return {
    provider: checkProvider(provider),
    model,
    strategy: checkStrategy(strategy),
    budget: data.budget,
  };
}

/** @throws {RefoldError} `unknown-provider`: with the nearest names */
function checkProvider(name: unknown): ConversationProvider {
  const known = PROVIDERS.find((each) => each === name);
  if (known === undefined) throw unknownProvider(String(name), PROVIDERS);
  return known;
}

/** @throws {RefoldError} `invalid-argument`: with the nearest name */
function checkStrategy(name: unknown): TruncationStrategy {
  const known = STRATEGIES.find((each) => each === name);
  if (known !== undefined) return known;
  const text = String(name);
  const [nearest] = rankNames(text, STRATEGIES);
  throw invalidArgument(
    `there is no truncation strategy ${JSON.stringify(text)}`,
    `did you mean ${nearest ?? ""}? There are ${STRATEGIES.join(", ")}.`,
  );
}

/** @throws {RefoldError} `unknown-model`: nothing is known of it, or it is another provider's; names the nearest */
function knownModel(provider: ConversationProvider, id: string, models: ModelTable): ModelInfo {
  if (typeof id !== "string" || id === "") {
    throw invalidArgument("a conversation needs the name of a model", "give `model`");
  }
  const { model, match } = findModel(id, models);
  const vendor = vendorOf(provider);
  const isServed = vendor === null || model.provider === null || model.provider === vendor;
  if (match !== "default" && isServed) return model;
  const served = new Map(
    [...models].filter(([, { provider: owner }]) => vendor === null || owner === vendor),
  );
  const nearest = nearestModels(id, served);
  const whose =
    match === "default" || model.provider === null ? "" : `It is a model of ${model.provider}. `;
  const guess = nearest.length === 0 ? "" : `did you mean ${nearest.join(" or ")}? `;
  const own = "For a model of your own: `models: defineModels([{ id, contextWindow }])`.";
  const message = `provider ${provider} has no model ${JSON.stringify(id)} that is known here`;
  const text = { message, remedy: `${whose}${guess}${own}` };
  throw new RefoldError("unknown-model", { model: id, provider, nearest }, text);
}

/** As the table of models names it; null: anybody's models, since many gateways offer this API. */
function vendorOf(provider: ConversationProvider): string | null {
  if (provider === "openai-chat") return null;
  return provider === "openai-responses" ? "openai" : provider;
}
