import { z } from "zod";
import { factSchema } from "./fact-schema.js";

/** A tool as the model is told of it: a function with a JSON schema, or a free-form (custom) one. */
export const ToolDeclaration = z.looseObject({
  kind: z.enum(["function", "custom", "foreign"]),
  name: z.string(),
  description: z.string().nullish(),
  /** JSON schema of the arguments, for `function`. */
  parameters: z.unknown().optional(),
  strict: z.boolean().nullish(),
  /** Grammar of a `custom` tool's input, in the Responses API's shape. */
  format: z.unknown().optional(),
});
export type ToolDeclaration = z.infer<typeof ToolDeclaration>;

/** The declared tools changed; the list is complete. `hash` is of its JSON. */
export const ToolsDeclared = factSchema("tools.declared", {
  tools: z.array(ToolDeclaration),
  hash: z.string(),
});
export type ToolsDeclared = z.infer<typeof ToolsDeclared>;
