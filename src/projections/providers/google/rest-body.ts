import type { GoogleBody, GoogleConfig } from "./body.js";

/** The JSON of `POST /v1beta/models/MODEL:generateContent`; the model stands in the address. */
export interface GoogleRestBody extends Pick<
  GoogleConfig,
  "systemInstruction" | "tools" | "toolConfig"
> {
  contents: GoogleBody["contents"];
  generationConfig?: Omit<GoogleConfig, "systemInstruction" | "tools" | "toolConfig">;
}

/** What goes over the wire, for callers without the SDK. */
export function toGoogleRestBody(body: GoogleBody): GoogleRestBody {
  const { systemInstruction, tools, toolConfig, ...generationConfig } = body.config;
  return {
    contents: body.contents,
    ...(systemInstruction === undefined ? {} : { systemInstruction }),
    ...(tools === undefined ? {} : { tools }),
    ...(toolConfig === undefined ? {} : { toolConfig }),
    ...(Object.keys(generationConfig).length === 0 ? {} : { generationConfig }),
  };
}
