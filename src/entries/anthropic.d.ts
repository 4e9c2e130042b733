export { anthropicModel, type AnthropicClient, type AnthropicModelOptions, } from "../runtime/models/anthropic-model.js";
