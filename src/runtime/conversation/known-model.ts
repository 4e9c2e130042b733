import { InvalidArgument } from "../../errors.js";
import {
  findModel,
  KNOWN_MODELS,
  nearestModels,
  type ModelTable,
} from "../../models/find-model.js";
import type { ModelInfo } from "../../models/model-info.js";
import { vendorOf, type ConversationProvider } from "./conversation-provider.js";
import { UnknownModel } from "./unknown-model.js";

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
