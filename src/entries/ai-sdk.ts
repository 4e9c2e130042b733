// `refold/ai-sdk`: a model client over any language model of the AI SDK.
export { aiSdkModel, type AiSdkModelOptions } from "../runtime/models/ai-sdk/ai-sdk-model.js";
export type { AiLanguageModel } from "../runtime/models/ai-sdk/language-model.js";
