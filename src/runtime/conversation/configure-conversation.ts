import { isDeepStrictEqual } from "node:util";
import type { ToolDeclaration } from "../../events/thread.js";
import type { ModelTable } from "../../models/find-model.js";
import { toolFacts } from "../fragments/plan-injection.js";
import { type BudgetWish, settleBudget } from "./conversation-budget.js";
import type { ConversationDriver } from "./conversation-driver.js";
import {
  checkProvider,
  checkStrategy,
  configuredFact,
  type ConversationSettings,
  knownModel,
  readSettings,
} from "./conversation-settings.js";

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
export function configureConversation(
  driver: ConversationDriver,
  change: ConversationChange,
): Promise<void> {
  // Decided from the state that is written to: what others change meanwhile is not taken back.
  return driver.change((state) => {
    const before = readSettings(state);
    const after = changedSettings(before, change, driver.models);
    return {
      facts: [
        ...(isDeepStrictEqual(before, after) ? [] : [configuredFact(after)]),
        ...(change.tools === undefined ? [] : toolFacts(state, change.tools)),
      ],
      endsTurn: isOtherModel(before, after),
    };
  });
}

function changedSettings(
  before: ConversationSettings,
  { provider: name, model: id = before.model, strategy, budget: wish }: ConversationChange,
  models: ModelTable,
): ConversationSettings {
  const provider = checkProvider(name ?? before.provider);
  const target = { provider, model: id, strategy: checkStrategy(strategy ?? before.strategy) };
  if (!isOtherModel(before, target) && wish === undefined) {
    return { ...target, budget: before.budget };
  }
  const model = knownModel(provider, id, models);
  return { ...target, budget: settleBudget(wish ?? {}, model, before.budget) };
}

type Target = Pick<ConversationSettings, "provider" | "model">;

function isOtherModel(before: Target, after: Target): boolean {
  return after.provider !== before.provider || after.model !== before.model;
}
