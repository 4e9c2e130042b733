// `refold/google`: model clients over the official SDK's client.
export {
  googleModel,
  type AbortableGoogleBody,
  type GoogleClient,
  type GoogleModelOptions,
} from "../runtime/models/google-model.js";
export {
  googleInteractionsModel,
  type GoogleInteractionsClient,
  type GoogleInteractionsModelOptions,
} from "../runtime/models/google-interactions-model.js";
