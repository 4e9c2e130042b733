// `refold/google`: model clients over the official SDK's client.
export {
  googleModel,
  type AbortableGoogleBody,
  type GoogleClient,
  type GoogleModelOptions,
  googleInteractionsModel,
  type GoogleInteractionsClient,
  type GoogleInteractionsModelOptions,
} from "../runtime/models/google-models.js";
