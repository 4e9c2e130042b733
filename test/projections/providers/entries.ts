import { pngBytes } from "../../../src/testing/arbitraries/texts.js";
import type { Entry } from "./prompts.js";

export const user = (text: string): Entry => [
  { type: "message", role: "user", content: [{ type: "input_text", text }] },
];
export const developer = (text: string): Entry => [
  { type: "message", role: "developer", content: [{ type: "input_text", text }] },
];
export const assistant = (text: string): Entry => [
  { type: "message", role: "assistant", content: [{ type: "output_text", text }] },
];
export const thinking = (behindEdit: boolean): Entry => [
  { type: "reasoning", summary: [], provider: "anthropic", signature: "sig" },
  { behindEdit },
];
export const call = (id: string): Entry => [
  { type: "function_call", call_id: id, name: "shell", arguments: "{}" },
];
export const output = (id: string, text: string): Entry => [
  { type: "function_call_output", call_id: id, output: text },
];

export const png = pngBytes(3, 2);
export const hash = `sha256-${"ab".repeat(32)}`;
export const inlineImage = {
  type: "input_image" as const,
  image_url: `data:image/png;base64,${png.toString("base64")}`,
};
export const blobImage: Entry = [
  {
    type: "message",
    role: "user",
    content: [
      {
        type: "input_image",
        image_url: `blob:${hash}`,
        blob: {
          hash,
          urlPrefix: "data:image/png;base64,",
          payloadBytes: 4,
          decoded: true,
          mediaType: "image/png",
          width: 3,
          height: 2,
        },
      },
    ],
  },
];
