import { z } from "zod";
import type { ToolSearchOutputItem } from "../../../events/item.js";
import type { ItemRef } from "../../../events/primitives.js";
import type { RequestContext } from "../request-context.js";
import { isRecord } from "../request-context.js";
import type { ResponsesFoundTool, ResponsesFunctionTool } from "./body.js";

const FunctionTool = z.looseObject({
  type: z.literal("function"),
  name: z.string(),
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
  strict: z.boolean().nullish(),
  defer_loading: z.boolean().nullish(),
});
const FoundTool = z.union([
  FunctionTool,
  z.looseObject({
    type: z.literal("namespace"),
    name: z.string(),
    description: z.string(),
    tools: z.array(FunctionTool),
  }),
]);

/** The tools that a search found: functions, alone or in namespaces. */
export function foundTools(
  context: RequestContext,
  search: ToolSearchOutputItem | null,
  ref: ItemRef | null,
): ResponsesFoundTool[] {
  return (search?.tools ?? []).flatMap((found): ResponsesFoundTool[] => {
    const tool = FoundTool.safeParse(isRecord(found) ? context.json(found, ref) : found);
    if (!tool.success) {
      context.repair("left-out", ref, "a found tool that is neither function nor namespace");
      return [];
    }
    if (tool.data.type === "function") return [functionTool(tool.data)];
    const { type, name, description, tools } = tool.data;
    return [{ type, name, description, tools: tools.map(functionTool) }];
  });
}

function functionTool(tool: z.infer<typeof FunctionTool>): ResponsesFunctionTool {
  const { name, description, parameters, strict, defer_loading: deferred } = tool;
  return {
    type: "function",
    name,
    ...(typeof description === "string" ? { description } : {}),
    parameters: parameters ?? null,
    strict: strict ?? null,
    ...(typeof deferred === "boolean" ? { defer_loading: deferred } : {}),
  };
}
