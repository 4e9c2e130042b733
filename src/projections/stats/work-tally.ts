import { callName } from "../../events/call-name.js";
import { utf8Bytes } from "../../events/json-bytes.js";
import type { Item, ToolOutput } from "../../events/item.js";
import type { RecordedItem } from "../../events/recorded-item.js";
import type { UsageReported } from "../../events/usage-reported.js";
import { SpendMeter } from "../../reducers/spend-meter.js";
import { addSize } from "./size-histogram.js";
import { addTokens, emptySpend, emptyToolUse, entry, type Spend, type Tally } from "./tally.js";

/** Under which name tokens are counted whose model nobody named. */
const UNKNOWN_MODEL = "unknown";
/** Under which name outputs are counted whose call is not in the thread. */
const UNKNOWN_TOOL = "unknown";

const DAY_LENGTH = "2026-04-01".length;

/** Counts what a thread's turns did: calls, outputs, and what its requests cost. */
export class WorkTally {
  readonly #meter = new SpendMeter();
  /** Tools by the ids of their calls. */
  readonly #tools = new Map<string, string>();

  /** Where the newest request counts: the next mostly counts there too. */
  #newest: { readonly day: string; readonly model: string; readonly spend: Spend } | null = null;

  constructor(private readonly tally: Tally) {}

  /** @param counts false: the item is only remembered, for what comes later */
  takeItem({ item, failed, bounded }: RecordedItem, counts: boolean): void {
    const tool = callName(item);
    if (tool !== null) {
      const callId = "call_id" in item ? item.call_id : null;
      if (typeof callId === "string") this.#tools.set(callId, tool);
      if (counts) entry(this.tally.tools, tool, emptyToolUse).calls += 1;
      return;
    }
    const output = outputOf(item);
    if (output === null || !counts) return;
    const caller = this.#tools.get(output.callId) ?? UNKNOWN_TOOL;
    const use = entry(this.tally.tools, caller, emptyToolUse);
    if (failed === true) use.failures += 1;
    addSize(use.outputs, bounded?.originalBytes ?? outputBytes(output.output));
  }

  /** @param work when and under which model; null: nobody named it */
  takeUsage(
    data: UsageReported["data"],
    work: { readonly at: string; readonly model: string | null; readonly counts: boolean },
  ): void {
    const spent = this.#meter.take(data);
    if (spent === null || !work.counts) return;
    const spend = this.#spendOf(work.at.slice(0, DAY_LENGTH), work.model ?? UNKNOWN_MODEL);
    if (spent.isNewRequest) spend.requests += 1;
    addTokens(spend, spent.usage);
  }

  #spendOf(day: string, model: string): Spend {
    const newest = this.#newest;
    if (newest?.day === day && newest.model === model) return newest.spend;
    const spend = entry(this.tally.spend, `${day}${model}`, emptySpend);
    this.#newest = { day, model, spend };
    return spend;
  }
}

function outputOf(item: Item): { readonly callId: string; readonly output: ToolOutput } | null {
  if (item.type !== "function_call_output" && item.type !== "custom_tool_call_output") return null;
  return { callId: item.call_id, output: item.output };
}

/** UTF-8 bytes of the texts, and of the images' payloads. */
function outputBytes(output: ToolOutput): number {
  if (typeof output === "string") return utf8Bytes(output);
  return output.reduce((sum, part) => {
    if (part.type === "input_text") return sum + utf8Bytes(part.text);
    return sum + (part.blob?.payloadBytes ?? utf8Bytes(part.image_url));
  }, 0);
}
