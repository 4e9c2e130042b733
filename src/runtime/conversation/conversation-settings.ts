import { z } from "zod";
import { InvalidArgument } from "../../errors.js";
import type { FactOf } from "../../events/event.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { BudgetSettings } from "./conversation-budget.js";
import { checkProvider, type ConversationProvider } from "./conversation-provider.js";
import { checkStrategy, type TruncationStrategy } from "./truncation-strategy.js";

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
