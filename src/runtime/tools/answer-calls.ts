import { isJsonObject, parseJson } from "../../events/json.js";
import { fullToolName, isToolCall, type ToolCallItem } from "../../events/calls.js";
import { type Item, type OutputPart, ToolOutput } from "../../events/item.js";
import { recordable } from "../../events/recordable.js";
import type {
  FinishReason,
  ProviderResponse,
  ResponseItem,
} from "../../projections/providers/provider.js";
import { afterDelay } from "../after-delay.js";
import { callInputText, type Tool } from "./tool.js";

/** The calls of an answer that the client has to answer, in order. */
export function callsToAnswer(items: readonly ResponseItem[]): readonly ToolCallItem[] {
  const answered = new Set(
    items.flatMap(({ item }) => (item.type.endsWith("_output") ? item["call_id"] : [])),
  );
  return items.flatMap(({ item }) => {
    switch (item.type) {
      case "function_call":
      case "custom_tool_call":
        return answered.has(item.call_id) ? [] : item;
      case "local_shell_call":
        return typeof item.call_id !== "string" || answered.has(item.call_id) ? [] : item;
      case "tool_search_call":
        return item.execution === "server" || typeof item.call_id !== "string" ? [] : item;
      default:
        return [];
    }
  });
}

/** Ends that come in the middle of what the model says. */
const CUT_OFF: ReadonlySet<FinishReason | null> = new Set(["length", "context-window", "refusal"]);

/**
 * The call in which an answer was cut off: half a command is another command. Null: none was.
 * Arguments that are whole JSON are whole, but for none: those may have been still to come.
 */
export function brokenCall({ items, finish }: ProviderResponse): ToolCallItem | null {
  const item = items.at(-1)?.item;
  if (!CUT_OFF.has(finish) || item === undefined) return null;
  if (!isToolCall(item) || item["status"] === "completed") return null;
  const said = parseJson(callInputText(item));
  return isJsonObject(said) && Object.keys(said).length > 0 ? null : item;
}

/**
 * Answers calls: all at once, unless one of their tools must run alone. Outputs come in the order of
 * the calls, each as soon as those before it are there.
 */
export async function* answerCalls(
  calls: readonly ToolCallItem[],
  tools: readonly Tool[],
  limits: CallLimits & { readonly parallel: boolean },
): AsyncGenerator<CallOutput, undefined> {
  const together =
    limits.parallel && !calls.some((call) => toolOf(call, tools)?.exclusive === true);
  if (!together) {
    for (const call of calls) yield await answerCall(call, tools, limits);
    return;
  }
  const running = calls.map((call) => answerCall(call, tools, limits));
  for (const output of running) yield await output;
}

/** The output of a call, ready to be recorded. */
export interface CallOutput {
  readonly item: Extract<Item, { type: `${string}_output` }>;
  readonly failed: boolean;
}

interface CallLimits {
  readonly turn: string;
  /** The call that is not whole. */
  readonly broken?: ToolCallItem | null;
  /** For tools without a limit of their own, in milliseconds; `Infinity`: none. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

interface Outcome {
  readonly output: string | readonly OutputPart[];
  readonly failed: boolean;
}

/**
 * Runs the tool that a call names. Always gives an output: a tool that is not there, that throws,
 * that gives no output, that takes too long, or that is cut off by the turn's signal has failed. After
 * that signal none is started.
 */
async function answerCall(
  call: ToolCallItem,
  tools: readonly Tool[],
  limits: CallLimits,
): Promise<CallOutput> {
  const { output, failed } = await outcomeOf(call, tools, limits);
  return { item: outputItem(call, output), failed };
}

function toolOf(call: ToolCallItem, tools: readonly Tool[]): Tool | undefined {
  const name = fullToolName(call);
  return tools.find(({ declaration }) => declaration.name === name);
}

async function outcomeOf(
  call: ToolCallItem,
  tools: readonly Tool[],
  { turn, broken, timeoutMs, signal }: CallLimits,
): Promise<Outcome> {
  if (signal.aborted) return ABORTED;
  if (call === broken) {
    return {
      output: "not run: the answer was cut off in this call",
      failed: true,
    };
  }
  const tool = toolOf(call, tools);
  if (tool === undefined) return { output: `there is no tool ${fullToolName(call)}`, failed: true };
  const controller = new AbortController();
  const limitMs = tool.timeoutMs ?? timeoutMs;
  const cut = cutOff(signal, limitMs);
  try {
    const work = (async () =>
      tool.run({
        callId: call.call_id ?? "",
        turn,
        input: callInputText(call),
        item: call,
        signal: controller.signal,
      }))();
    return await Promise.race([work.then(toOutcome), cut.reached]);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { output: `the tool failed: ${problem}`, failed: true };
  } finally {
    cut.forget();
    controller.abort(); // what still runs is told that nobody waits for it
  }
}

const ABORTED: Outcome = { output: "aborted", failed: true };

/** Settles when a run has to end, whatever the tool does. */
function cutOff(
  signal: AbortSignal,
  limitMs: number,
): { readonly reached: Promise<Outcome>; readonly forget: () => void } {
  let forget: () => void = () => undefined;
  const reached = new Promise<Outcome>((resolve) => {
    const onAbort = () => {
      resolve(ABORTED);
    };
    const forgetLimit = afterDelay(limitMs, () => {
      resolve({ output: `the tool took longer than ${limitMs} ms`, failed: true });
    });
    signal.addEventListener("abort", onAbort, { once: true });
    forget = () => {
      forgetLimit();
      signal.removeEventListener("abort", onAbort);
    };
  });
  return { reached, forget };
}

/** Of a tool without types the result may be anything. */
function toOutcome(result: unknown): Outcome {
  const isMarked = isJsonObject(result) && "failed" in result;
  const { data: output } = ToolOutput.safeParse(isMarked ? result["output"] : result);
  if (output === undefined) {
    return {
      output: "the tool failed: it gave neither a text nor a list of texts and images",
      failed: true,
    };
  }
  return { output: recordable(output), failed: isMarked && result["failed"] === true };
}

/** What answers a call; a search for tools gets the tools that the output lists as JSON. */
export function outputItem(call: ToolCallItem, output: Outcome["output"]): CallOutput["item"] {
  const said = typeof output === "string" ? output : [...output];
  switch (call.type) {
    case "function_call":
    case "local_shell_call":
      return { type: "function_call_output", call_id: call.call_id ?? "", output: said };
    case "custom_tool_call":
      return { type: "custom_tool_call_output", call_id: call.call_id, output: said };
    case "tool_search_call":
      return {
        type: "tool_search_output",
        call_id: call.call_id ?? null,
        status: "completed",
        execution: call.execution,
        tools: foundTools(said),
      };
  }
}

/** A search answers with a list of tools as JSON; whatever else it says is no tool. */
function foundTools(said: string | readonly OutputPart[]): unknown[] {
  if (typeof said !== "string") return [];
  const value = parseJson(said);
  return Array.isArray(value) ? value : [];
}
