export { aiSdkModel, type AiSdkModelOptions } from "../runtime/models/ai-sdk/ai-sdk-model.js";
export type { AiLanguageModel } from "../runtime/models/ai-sdk/language-model.js";
