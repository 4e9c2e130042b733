// `refold/anthropic`: model clients over the official SDK's client.
export {
  anthropicBetaModel,
  anthropicModel,
  type AnthropicBetaClient,
  type AnthropicBetaModelOptions,
  type AnthropicClient,
  type AnthropicModelOptions,
} from "../runtime/models/anthropic-model.js";
