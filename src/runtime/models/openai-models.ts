// The entry point `refold/openai`.
export {
  openaiChatModel,
  type OpenAIChatClient,
  type OpenAIChatModelOptions,
} from "./openai-chat-model.js";
export {
  openaiResponsesModel,
  type OpenAIResponsesClient,
  type OpenAIResponsesModelOptions,
} from "./openai-responses-model.js";
