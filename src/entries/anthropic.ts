// `refold/anthropic`: a model client over the official SDK's client.
export {
  anthropicModel,
  type AnthropicClient,
  type AnthropicModelOptions,
} from "../runtime/models/anthropic-model.js";
