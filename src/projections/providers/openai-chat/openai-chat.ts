import { blobsNeeded } from "../images.js";
import type { Provider } from "../provider.js";
import type { ChatBody } from "./body.js";
import { toChatRequest } from "./request.js";
import { fromChatResponse } from "./response.js";
import type { ChatStream } from "./stream.js";
import { chatStreamResult, foldChatStream, initialChatStream } from "./stream.js";

/** OpenAI's Chat Completions, and the servers that speak like it. */
export const openaiChat: Provider<ChatBody, ChatStream> = {
  name: "openai-chat",
  blobsNeeded,
  toRequest: toChatRequest,
  fromResponse: fromChatResponse,
  initialStream: initialChatStream,
  foldStream: foldChatStream,
  streamResult: chatStreamResult,
};
