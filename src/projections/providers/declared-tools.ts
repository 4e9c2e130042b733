import type { ToolDeclaration } from "../../events/tools-declared.js";
import type { RequestContext } from "./request-context.js";
import { isRecord } from "./request-context.js";
import type { ToolNameRule } from "./tool-names.js";
import { wireToolName } from "./tool-names.js";

/** A declared tool as it can be sent: whatever kind of form the API then gives it. */
export interface SendableTool {
  readonly declaration: ToolDeclaration;
  readonly name: string;
  /** Empty: none. */
  readonly description: string;
  readonly parameters: Record<string, unknown> | null;
}

/** The declared tools under the names that the API takes, each name once. */
export function sendableTools(
  context: RequestContext,
  declarations: readonly ToolDeclaration[],
  rule: ToolNameRule,
): readonly SendableTool[] {
  const tools = new Map<string, SendableTool>();
  for (const declaration of declarations) {
    const name = wireToolName(declaration.name, rule);
    if (tools.has(name)) {
      context.repair("setting-left-out", null, `tool ${declaration.name} is declared twice`);
      continue;
    }
    if (name !== declaration.name && declaration.kind !== "foreign") {
      context.repair("id-mapped", null, `tool ${declaration.name} goes as ${name}`);
    }
    const { parameters } = declaration;
    tools.set(name, {
      declaration,
      name,
      description: context.text(declaration.description ?? "", null),
      parameters: isRecord(parameters) ? context.json(parameters, null) : null,
    });
  }
  return [...tools.values()];
}
