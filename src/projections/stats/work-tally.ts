import { utf8Bytes } from "../../events/bytes.js";
import { callName } from "../../events/calls.js";
import { isPartsOutput } from "../../events/item-images.js";
import type { RecordedItem, ToolOutput } from "../../events/item.js";
import type { Usage } from "../../events/slices.js";
import type { UsageReported } from "../../events/usage.js";
import { SpendMeter, type Spent } from "../../reducers/usage.js";
import type { Pricing } from "../pricing.js";
import {
  addSize,
  addSpend,
  emptySpend,
  emptyToolUse,
  entry,
  type Spend,
  type Tally,
  UNKNOWN_MODEL,
} from "./tally.js";

/** Under which name outputs are counted whose call is not in the thread. */
const UNKNOWN_TOOL = "unknown";

/** The quarter of an hour that a time is in: `2026-04-01T10:15`. Zones differ by whole quarters. */
export function slotOf(at: string): string {
  const minutes = Number(at.slice(14, 16)) || 0;
  return `${at.slice(0, 14)}${String(minutes - (minutes % 15)).padStart(2, "0")}`;
}

/** When a request was made and by which model, and whether it is counted. */
export interface Place {
  readonly slot: string;
  /** Null: nobody named it. */
  readonly model: string | null;
  readonly isAsked: boolean;
}

/** Requests that may be answered at a time: of sub-agents, mostly. */
const MOST_STREAMS = 32;

function isSame(one: Usage, other: Usage): boolean {
  const { input, cachedInput, output } = other;
  return one.input === input && one.cachedInput === cachedInput && one.output === output;
}

/** Counts what a thread's turns did: calls, outputs, and what its requests cost. */
export class WorkTally {
  readonly #meter = new SpendMeter();
  readonly #tools = new Map<string, string>();

  /** What was reported last of the newest requests, and where they count. */
  readonly #requests: { readonly request: Usage; readonly place: Place }[] = [];
  /** Where the newest request counts: the next mostly counts there too. */
  #newest: { readonly slot: string; readonly model: string; readonly spend: Spend } | null = null;

  constructor(
    private readonly tally: Tally,
    private readonly pricing: Pricing,
  ) {}

  /**
   * @param counts false: the item is only remembered, for what comes later
   * @param saysFailed true where the output itself says that its call failed
   */
  takeItem({ item, failed, bounded }: RecordedItem, counts: boolean, saysFailed = false): void {
    const tool = callName(item);
    if (tool !== null) {
      const callId = "call_id" in item ? item.call_id : null;
      if (typeof callId === "string") this.#tools.set(callId, tool);
      if (counts) entry(this.tally.tools, tool, emptyToolUse).calls += 1;
      return;
    }
    if (!counts || !isPartsOutput(item)) return;
    const caller = this.#tools.get(item.call_id) ?? UNKNOWN_TOOL;
    const use = entry(this.tally.tools, caller, emptyToolUse);
    if (failed === true || saysFailed) use.failures += 1;
    addSize(use.outputs, bounded?.originalBytes ?? outputBytes(item.output));
  }

  /** @param line where it would count, and whether another file's line is counted in its place */
  takeUsage(
    data: UsageReported["data"],
    { place, isCopy }: { readonly place: Place; readonly isCopy: boolean },
  ): void {
    const spent = this.#meter.take(data);
    if (spent === null) return;
    const { slot, model, isAsked } = this.#placeOf(spent, place);
    if (isCopy || !isAsked) return;
    addSpend(this.#spendOf(slot, model ?? UNKNOWN_MODEL), this.pricing.spendOf(spent, model));
  }

  /** What a report says more of a request counts where the request does. */
  #placeOf({ request, before }: Spent, own: Place): Place {
    const known = before && this.#requests.findLast((one) => isSame(one.request, before));
    const place = known?.place ?? own;
    this.#requests.push({ request, place });
    if (this.#requests.length > 2 * MOST_STREAMS) this.#requests.splice(0, MOST_STREAMS);
    return place;
  }

  #spendOf(slot: string, model: string): Spend {
    const newest = this.#newest;
    if (newest?.slot === slot && newest.model === model) return newest.spend;
    const spend = entry(this.tally.spend, `${slot}${model}`, emptySpend);
    this.#newest = { slot, model, spend };
    return spend;
  }
}

/** UTF-8 bytes of the texts, and of the images' payloads. */
function outputBytes(output: ToolOutput): number {
  if (typeof output === "string") return utf8Bytes(output);
  return output.reduce((sum, part) => {
    if (part.type === "input_text") return sum + utf8Bytes(part.text);
    return sum + (part.blob?.payloadBytes ?? utf8Bytes(part.image_url));
  }, 0);
}
