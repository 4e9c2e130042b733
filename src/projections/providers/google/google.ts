import { blobsNeeded } from "../images.js";
import type { Provider } from "../provider.js";
import type { GoogleBody } from "./body.js";
import { toGoogleRequest } from "./request.js";
import { fromGoogleResponse } from "./response.js";
import type { GoogleStream } from "./stream.js";
import { foldGoogleStream, googleStreamResult, initialGoogleStream } from "./stream.js";

/** Google's generateContent (Gemini API). */
export const google: Provider<GoogleBody, GoogleStream> = {
  name: "google",
  blobsNeeded,
  toRequest: toGoogleRequest,
  fromResponse: fromGoogleResponse,
  initialStream: initialGoogleStream,
  foldStream: foldGoogleStream,
  streamResult: googleStreamResult,
};
