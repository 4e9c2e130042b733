// The entry point `refold/openai`.
export {
  openaiChatModel,
  type OpenAIChatClient,
  type OpenAIChatModelOptions,
} from "../runtime/models/openai-models.js";
export {
  openaiResponsesModel,
  type OpenAIResponsesClient,
  type OpenAIResponsesModelOptions,
} from "../runtime/models/openai-models.js";
