// `refold/google`: a model client over the official SDK's client.
export {
  googleModel,
  type AbortableGoogleBody,
  type GoogleClient,
  type GoogleModelOptions,
} from "../runtime/models/google-model.js";
