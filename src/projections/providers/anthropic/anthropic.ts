import { blobsNeeded } from "../images.js";
import type { Provider } from "../provider.js";
import type { AnthropicBody } from "./body.js";
import { toAnthropicRequest } from "./request.js";
import { fromAnthropicResponse } from "./response.js";
import type { AnthropicStream } from "./stream.js";
import { anthropicStreamResult, foldAnthropicStream, initialAnthropicStream } from "./stream.js";

/** Anthropic's Messages API. */
export const anthropic: Provider<AnthropicBody, AnthropicStream> = {
  name: "anthropic",
  blobsNeeded,
  toRequest: toAnthropicRequest,
  fromResponse: fromAnthropicResponse,
  initialStream: initialAnthropicStream,
  foldStream: foldAnthropicStream,
  streamResult: anthropicStreamResult,
};
