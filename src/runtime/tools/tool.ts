import type { ToolCallItem } from "../../events/call-name.js";
import type { OutputPart } from "../../events/item.js";
import type { ToolDeclaration } from "../../events/tools-declared.js";

/** What a tool is called with. */
export interface ToolCall {
  readonly callId: string;
  /** Of the running turn. */
  readonly turn: string;
  /** What the model wrote: the arguments as JSON, or a free text. */
  readonly input: string;
  readonly item: ToolCallItem;
  /** Aborted when the turn is, and when the tool's time is over. */
  readonly signal: AbortSignal;
}

/** What a tool says: a text, or texts and images; `failed` reaches each provider in its own form. */
export type ToolResult =
  | string
  | readonly OutputPart[]
  | { readonly output: string | readonly OutputPart[]; readonly failed: boolean };

/** How a tool is run. */
export interface ToolLimits {
  /** In milliseconds, `Infinity` for none; absent: that of the turn. */
  readonly timeoutMs?: number;
  /** True for a tool that must not run beside another one. */
  readonly exclusive?: boolean;
}

/** Something that a model can call. An error that it throws becomes a failed output. */
export interface Tool extends ToolLimits {
  readonly declaration: ToolDeclaration;
  run(call: ToolCall): ToolResult | Promise<ToolResult>;
}
