import { blobsNeeded } from "../images.js";
import type { Provider } from "../provider.js";
import type { ResponsesBody } from "./body.js";
import { toResponsesRequest } from "./request.js";
import { fromResponsesResponse } from "./response.js";
import type { ResponsesStream } from "./stream.js";
import { foldResponsesStream, initialResponsesStream, responsesStreamResult } from "./stream.js";

/** OpenAI's Responses API. */
export const openaiResponses: Provider<ResponsesBody, ResponsesStream> = {
  name: "openai-responses",
  blobsNeeded,
  toRequest: toResponsesRequest,
  fromResponse: fromResponsesResponse,
  initialStream: initialResponsesStream,
  foldStream: foldResponsesStream,
  streamResult: responsesStreamResult,
};
