import fc from "fast-check";
import type { Item } from "../../../src/events/item.js";
import type { PromptTarget } from "../../../src/projections/prompt/prompt.js";

export const textOnly: PromptTarget = { modalities: ["text"] };
export const targets = fc.constantFrom<PromptTarget>({}, textOnly, { modalities: [] });

export const call: Item = { type: "function_call", name: "shell", arguments: "{}", call_id: "x" };
export const output: Item = { type: "function_call_output", call_id: "x", output: "done" };
