import type { Provider } from "../provider.js";
import type { ChatBody } from "./body.js";
import { type ChatStream } from "./response.js";
/** OpenAI's Chat Completions, and the servers that speak like it. */
export declare const openaiChat: Provider<ChatBody, ChatStream>;
