import { z } from "zod";
import { InvalidArgument } from "../../errors.js";
import type { FactOf } from "../../events/event.js";
import {
  findModel,
  KNOWN_MODELS,
  type ModelTable,
  nearestModels,
} from "../../models/find-model.js";
import type { ModelInfo } from "../../models/model-info.js";
import { rankNames } from "../../nearest-names.js";
import { anthropic } from "../../projections/providers/anthropic/anthropic.js";
import type { AnthropicBody } from "../../projections/providers/anthropic/body.js";
import type { GoogleBody } from "../../projections/providers/google/body.js";
import { google } from "../../projections/providers/google/google.js";
import type { ChatBody } from "../../projections/providers/openai-chat/body.js";
import { openaiChat } from "../../projections/providers/openai-chat/openai-chat.js";
import type { ResponsesBody } from "../../projections/providers/openai-responses/body.js";
import { openaiResponses } from "../../projections/providers/openai-responses/openai-responses.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { UnknownModel, unknownProvider } from "../errors.js";
import type { RequestSerializer } from "../sent-request.js";
import type { BudgetSettings } from "./conversation-budget.js";

/** What a conversation is set to; recorded as `thread.configured`, so that its id is enough. */
export interface ConversationSettings {
  readonly provider: ConversationProvider;
  readonly model: string;
  readonly strategy: TruncationStrategy;
  readonly budget: BudgetSettings;
}

const Stored = z.looseObject({
  conversation: z.looseObject({ provider: z.string(), model: z.string(), strategy: z.string() }),
  budget: z.looseObject({
    window: z.int().positive(),
    ownWindow: z.boolean(),
    reservedForSystem: z.int().nonnegative(),
    reservedForResponse: z.int().nonnegative(),
  }),
});

/** The settings as an event; `strategy` and `limits` are what compactions of the thread go by. */
export function configuredFact(settings: ConversationSettings): FactOf<"thread.configured"> {
  const { provider, model, strategy, budget } = settings;
  const compactAt = Math.max(0, budget.window - budget.reservedForResponse);
  return {
    type: "thread.configured",
    data: {
      conversation: { provider, model, strategy },
      budget: { ...budget },
      strategy: strategy === "summarize" ? "summary" : strategy,
      limits: { compactAt },
    },
  };
}

/** @throws {InvalidArgument} the thread is no conversation, or was configured in another form */
export function readSettings(state: ThreadState): ConversationSettings {
  const { thread } = state;
  const read = Stored.safeParse(thread?.configuration);
  if (!read.success) {
    throw new InvalidArgument(
      `thread ${thread?.threadId ?? "without a beginning"} is no conversation`,
      "Drive it with `resumeThread`, or read it with `openSession`.",
    );
  }
  const { conversation, budget } = read.data;
  const { window, ownWindow, reservedForSystem, reservedForResponse } = budget;
  return {
    provider: checkProvider(conversation.provider),
    model: conversation.model,
    strategy: checkStrategy(conversation.strategy),
    budget: { window, ownWindow, reservedForSystem, reservedForResponse },
  };
}

const STRATEGIES = ["sliding-window", "summarize", "priority"] as const;

/**
 * How a conversation that outgrows its budget is made to fit: the oldest messages go; a summary takes
 * their place; or what is not protected goes first (the first user message and the newest three, calls
 * with their results, and images are).
 */
export type TruncationStrategy = (typeof STRATEGIES)[number];

/** @throws {InvalidArgument} with the nearest name */
export function checkStrategy(name: unknown): TruncationStrategy {
  const known = STRATEGIES.find((each) => each === name);
  if (known !== undefined) return known;
  const text = String(name);
  const [nearest] = rankNames(text, STRATEGIES);
  throw new InvalidArgument(
    `there is no truncation strategy ${JSON.stringify(text)}`,
    `did you mean ${nearest ?? ""}? There are ${STRATEGIES.join(", ")}.`,
  );
}

/** The body that each provider takes. */
export interface ConversationBodies {
  /** The Responses API. */
  openai: ResponsesBody;
  "openai-responses": ResponsesBody;
  "openai-chat": ChatBody;
  anthropic: AnthropicBody;
  google: GoogleBody;
}

/** Whom a conversation speaks to; `openai` is short for `openai-responses`. */
export type ConversationProvider = keyof ConversationBodies;

type Serializers = {
  readonly [Name in ConversationProvider]: RequestSerializer<ConversationBodies[Name]>;
};

const SERIALIZERS: Serializers = {
  openai: openaiResponses,
  "openai-responses": openaiResponses,
  "openai-chat": openaiChat,
  anthropic,
  google,
};

/** What makes a provider's bodies. */
export function serializerOf<Name extends ConversationProvider>(name: Name): Serializers[Name] {
  return SERIALIZERS[name];
}

/**
 * Whose models a provider serves, as the table of models names it; null: anybody's, since many
 * gateways speak this API.
 */
function vendorOf(name: ConversationProvider): string | null {
  if (name === "openai-chat") return null;
  return name === "openai-responses" ? "openai" : name;
}

/** @throws {UnknownProvider} with the nearest names */
export function checkProvider(name: unknown): ConversationProvider {
  if (isProvider(name)) return name;
  throw unknownProvider(String(name), Object.keys(SERIALIZERS));
}

function isProvider(name: unknown): name is ConversationProvider {
  return typeof name === "string" && Object.hasOwn(SERIALIZERS, name);
}

/**
 * What is known of a model that a provider is to be asked for.
 * @throws {UnknownModel} nothing is known of it, or it is another provider's; names the nearest ones
 */
export function knownModel(
  provider: ConversationProvider,
  id: unknown,
  models: ModelTable = KNOWN_MODELS,
): ModelInfo {
  if (typeof id !== "string" || id === "") {
    throw new InvalidArgument("a conversation needs the name of a model", "give `model`");
  }
  const { model, match } = findModel(id, models);
  const vendor = vendorOf(provider);
  const isServed = vendor === null || model.provider === null || model.provider === vendor;
  if (match !== "default" && isServed) return model;
  const served = new Map(
    [...models].filter(([, { provider: owner }]) => vendor === null || owner === vendor),
  );
  const owner = match === "default" ? null : model.provider;
  throw new UnknownModel({ model: id, provider, owner }, nearestModels(id, served));
}
