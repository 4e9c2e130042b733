import { z } from "zod";
import { factSchema } from "./fact-schema.js";

/** The base instructions changed. `hash` is `sha256-<hex>` of the text's UTF-8 bytes. */
export const InstructionsSet = factSchema("instructions.set", {
  text: z.string(),
  hash: z.string(),
});
export type InstructionsSet = z.infer<typeof InstructionsSet>;
