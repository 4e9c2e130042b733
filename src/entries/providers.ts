// `refold/providers`: request bodies for each API, their answers, and what each model can take.
export {
  KNOWN_MODELS,
  nearestModels,
  type FoundModel,
  type ModelTable,
} from "../models/find-model.js";
export { anthropic } from "../projections/providers/anthropic/anthropic.js";
export { anthropicBeta } from "../projections/providers/anthropic/anthropic-beta.js";
export { toGoogleRestBody } from "../projections/providers/google/body.js";
export { google } from "../projections/providers/google/google.js";
export { googleInteractions } from "../projections/providers/google-interactions/google-interactions.js";
export { openaiChat } from "../projections/providers/openai-chat/openai-chat.js";
export { openaiResponses } from "../projections/providers/openai-responses/openai-responses.js";
export type {
  BlobLookup,
  FinishReason,
  Provider,
  ProviderRequest,
  ProviderResponse,
  RequestOptions,
  ResponseItem,
  ResponseOptions,
} from "../projections/providers/provider.js";
export { wireItems, type BlobSource } from "../projections/views/wire-items.js";
