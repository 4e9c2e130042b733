export { googleModel, type AbortableGoogleBody, type GoogleClient, type GoogleModelOptions, } from "../runtime/models/google-model.js";
