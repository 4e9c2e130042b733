import { parseJson } from "../../../events/json.js";
import { isDeepStrictEqual } from "node:util";
import { fullToolName, isToolCall, type ToolCallItem } from "../../../events/calls.js";
import type { BlobReader, EventSource } from "../../../events/event-source.js";
import { isPartsOutput } from "../../../events/item-images.js";
import { type RecordedItem, ToolOutput } from "../../../events/item.js";
import type { ToolDeclaration } from "../../../events/thread.js";
import { walkLog } from "../../../projections/walk-log.js";
import { factsOf, isOwnFactFolded } from "../../../reducers/reduce.js";
import { callInputText, type Tool, type ToolCall, type ToolResult } from "../../tools/tool.js";
import { QueuesByKey } from "../../waiting-calls.js";
import type { RecordedDifference } from "./recorded-difference.js";

export interface RecordedToolsOptions {
  /** The session's: outputs that were bounded are then given whole, to be bounded again. */
  readonly blobs?: BlobReader;
  readonly onDifference?: (difference: RecordedDifference) => void;
}

/** Tools that say again what was recorded. Nothing is run. */
export interface RecordedTools {
  /** Those that the session declared, and those that it called. */
  readonly tools: readonly Tool[];
  /** Calls that the session does not have as they came. */
  readonly differences: readonly RecordedDifference[];
}

interface RecordedCall {
  readonly offset: number;
  readonly item: ToolCallItem;
  output: RecordedItem | null;
}

/**
 * Tools that answer from a recorded session: a call gets the output that the call of the same id got,
 * even when its arguments differ, which is then named with its offset. Of calls with one id the
 * first gets the first.
 * @throws what reading the session throws
 */
export async function recordedTools(
  session: EventSource,
  options: RecordedToolsOptions = {},
): Promise<RecordedTools> {
  const { calls, declared } = await readCalls(session);
  const differences: RecordedDifference[] = [];
  const note = (difference: RecordedDifference) => {
    differences.push(difference);
    options.onDifference?.(difference);
  };
  const waiting = new QueuesByKey<unknown, RecordedCall>();
  for (const call of calls) waiting.add(call.item.call_id, call);
  const run = async (call: ToolCall): Promise<ToolResult> => {
    const recorded = waiting.take(call.item.call_id);
    if (recorded === undefined) {
      note({ kind: "call-unknown", request: null, ref: null, index: null });
      return { output: "the session has no such call", failed: true };
    }
    if (!isSameCall(recorded.item, call.item)) {
      note({ kind: "arguments", request: null, ref: recorded.offset, index: null });
    }
    return resultOf(recorded.output, options.blobs);
  };
  return {
    tools: toolsOf(calls, declared).map((declaration) => ({ declaration, run })),
    differences,
  };
}

async function readCalls(session: EventSource): Promise<{
  readonly calls: readonly RecordedCall[];
  readonly declared: readonly ToolDeclaration[];
}> {
  const calls: RecordedCall[] = [];
  const unanswered = new QueuesByKey<unknown, RecordedCall>();
  let declared: readonly ToolDeclaration[] = [];
  for await (const { event, after } of walkLog(session)) {
    declared = after.thread?.tools?.tools ?? declared;
    for (const fact of isOwnFactFolded(event) ? factsOf(event) : []) {
      if (fact.type !== "item.recorded") continue;
      const { item } = fact.data;
      if (isToolCall(item)) {
        const call = { offset: event.offset, item, output: null };
        calls.push(call);
        unanswered.add(item.call_id, call);
      } else if (item.type.endsWith("_output")) {
        const call = unanswered.take(item["call_id"]);
        if (call !== undefined) call.output = fact.data;
      }
    }
  }
  return { calls, declared };
}

function isSameCall(recorded: ToolCallItem, asked: ToolCallItem): boolean {
  return (
    fullToolName(recorded) === fullToolName(asked) &&
    isDeepStrictEqual(meaning(callInputText(recorded)), meaning(callInputText(asked)))
  );
}

/** Arguments that differ in white space or order alone are the same. */
function meaning(text: string): unknown {
  const value = parseJson(text);
  return value === undefined ? text : value; // a free text
}

async function resultOf(output: RecordedItem | null, blobs?: BlobReader): Promise<ToolResult> {
  if (output === null) return { output: "aborted", failed: true };
  const { item, failed = false, bounded } = output;
  if (item.type === "tool_search_output") return JSON.stringify(item.tools);
  if (!isPartsOutput(item)) return "";
  if (bounded === undefined || blobs === undefined) return { output: item.output, failed };
  const original = new TextDecoder().decode(await blobs.get(bounded.original));
  if (typeof item.output === "string") return { output: original, failed };
  return { output: ToolOutput.parse(JSON.parse(original)), failed };
}

/** Tools that were called without a declaration are declared by their name alone. */
function toolsOf(
  calls: readonly RecordedCall[],
  declared: readonly ToolDeclaration[],
): readonly ToolDeclaration[] {
  const tools = new Map(declared.map((tool) => [tool.name, tool]));
  for (const { item } of calls) {
    const name = fullToolName(item);
    const kind = item.type === "custom_tool_call" ? ("custom" as const) : ("function" as const);
    if (!tools.has(name)) tools.set(name, { kind, name });
  }
  return [...tools.values()];
}
