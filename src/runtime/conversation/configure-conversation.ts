import { isDeepStrictEqual } from "node:util";
import type { ToolDeclaration } from "../../events/tools-declared.js";
import { toolFacts } from "../turn-facts.js";
import { settleBudget, type BudgetWish } from "./conversation-budget.js";
import type { ConversationDriver } from "./conversation-driver.js";
import { checkProvider } from "./conversation-provider.js";
import { configuredFact } from "./conversation-settings.js";
import { knownModel } from "./known-model.js";
import { checkStrategy } from "./truncation-strategy.js";

/** What is to be changed; what is absent stays as it was. */
export interface ConversationChange {
  readonly provider?: string;
  readonly model?: string;
  readonly strategy?: string;
  readonly budget?: BudgetWish;
  readonly tools?: readonly ToolDeclaration[];
}

/**
 * Changes a conversation's settings, by an event with whatever has to go because of it; none where
 * nothing changes. Another model ends the turn that runs: the next message begins one under it.
 * @throws {UnknownProvider} @throws {UnknownModel} @throws {BudgetTooSmall} @throws {MessageTooLarge}
 */
export async function configureConversation(
  driver: ConversationDriver,
  change: ConversationChange,
): Promise<void> {
  const before = driver.settings;
  const provider = checkProvider(change.provider ?? before.provider);
  const id = change.model ?? before.model;
  const strategy = checkStrategy(change.strategy ?? before.strategy);
  const isOther = provider !== before.provider || id !== before.model;
  const model =
    isOther || change.budget !== undefined ? knownModel(provider, id, driver.models) : null;
  const budget =
    model === null ? before.budget : settleBudget(change.budget ?? {}, model, before.budget);
  const after = { provider, model: id, strategy, budget };
  const { tools } = change;
  await driver.change((state) => [
    ...(isDeepStrictEqual(before, after) ? [] : [configuredFact(after)]),
    ...(tools === undefined ? [] : toolFacts(state, tools)),
  ]);
  if (isOther) await driver.endTurn();
}
