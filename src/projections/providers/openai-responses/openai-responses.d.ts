import type { Provider } from "../provider.js";
import type { ResponsesBody } from "./body.js";
import { type ResponsesStream } from "./stream.js";
/** OpenAI's Responses API. */
export declare const openaiResponses: Provider<ResponsesBody, ResponsesStream>;
