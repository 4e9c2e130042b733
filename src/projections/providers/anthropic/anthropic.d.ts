import type { Provider } from "../provider.js";
import type { AnthropicBody } from "./body.js";
import { type AnthropicStream } from "./response.js";
/** Anthropic's Messages API. */
export declare const anthropic: Provider<AnthropicBody, AnthropicStream>;
