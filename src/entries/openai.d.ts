export { openaiChatModel, type OpenAIChatClient, type OpenAIChatModelOptions, } from "../runtime/models/openai-chat-model.js";
export { openaiResponsesModel, type OpenAIResponsesClient, type OpenAIResponsesModelOptions, } from "../runtime/models/openai-responses-model.js";
