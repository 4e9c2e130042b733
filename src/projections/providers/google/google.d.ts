import type { Provider } from "../provider.js";
import { type GoogleBody } from "./body.js";
import { type GoogleStream } from "./response.js";
/** Google's generateContent (Gemini API). */
export declare const google: Provider<GoogleBody, GoogleStream>;
