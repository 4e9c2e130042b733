import { isJsonObject } from "../../events/json.js";
import { bareToolName, type ToolCallItem } from "../../events/calls.js";
import { agentMessageTexts } from "../../events/item-class.js";
import { generatedImage } from "../../events/item-images.js";
import type {
  CompactionItem,
  ImageGenerationCallItem,
  InputText,
  MessagePart,
  OtherItem,
  OutputPart,
  OutputText,
  ReasoningItem,
  ToolSearchOutputItem,
  WebSearchCallItem,
} from "../../events/item.js";
import type { ItemRef } from "../../events/primitives.js";
import type { PromptItem } from "../prompt/prompt.js";
import type { RequestContext } from "./request-context.js";

/** A message of one of the roles that every provider knows in some form. */
export interface MessageUnit {
  readonly kind: "message";
  readonly ref: ItemRef | null;
  readonly role: "user" | "assistant" | "developer" | "system";
  readonly parts: readonly MessagePart[];
  /** `commentary` or `final_answer`, where OpenAI said so. */
  readonly phase: string | null;
  /** What Claude Code added to the user's words or to an output, and who says it; null: it is none. */
  readonly attached: "user" | "system" | null;
}

/** A message that is made here. */
export function plainMessage(
  ref: ItemRef | null,
  role: MessageUnit["role"],
  parts: readonly MessagePart[],
): MessageUnit {
  return { kind: "message", ref, role, parts, phase: null, attached: null };
}

/** A reasoning item, whoever made it. */
export interface ReasoningUnit {
  readonly kind: "reasoning";
  readonly ref: ItemRef | null;
  readonly item: ReasoningItem;
  readonly behindEdit: boolean;
}

/** A call. Each one has exactly one output in the same list. */
export interface CallUnit {
  readonly kind: "call";
  readonly ref: ItemRef | null;
  readonly item: ToolCallItem;
  readonly recordedId: string | null;
  /** The id of this request: unique in it, accepted by the API. */
  readonly id: string;
}

/** The output of a call. */
export interface OutputUnit {
  readonly kind: "output";
  /** Null: inserted here, for a call that has none. */
  readonly ref: ItemRef | null;
  readonly call: CallUnit;
  readonly parts: readonly OutputPart[];
  /** True when the output was recorded as a list of parts, and not as a text. */
  readonly isList: boolean;
  readonly failed: boolean;
  /** True for one that was made for a call without one. */
  readonly isInserted: boolean;
  /** The found tools, for a tool search. */
  readonly search: ToolSearchOutputItem | null;
}

/** What only the provider that made it can read; others get a text, or nothing. */
export interface HostedUnit {
  readonly kind: "hosted";
  readonly ref: ItemRef | null;
  readonly item: WebSearchCallItem | ImageGenerationCallItem | CompactionItem | OtherItem;
}

/** A prompt's items, with every call paired: what each serializer starts from. */
export type Unit = MessageUnit | ReasoningUnit | CallUnit | OutputUnit | HostedUnit;

export type OutputItem = Extract<
  PromptItem["item"],
  { type: "function_call_output" | "custom_tool_call_output" | "tool_search_output" }
>;

/** The parts of an output; a plain text is one part, an empty one none. */
export function outputParts(item: OutputItem): readonly OutputPart[] {
  if (item.type === "tool_search_output") {
    return [{ type: "input_text", text: JSON.stringify(item.tools) }];
  }
  if (typeof item.output !== "string") return item.output;
  return item.output === "" ? [] : [{ type: "input_text", text: item.output }];
}

/** pi's words for what an output lacks (docs/pi.md, "Requests"). */
const PI_IMAGES = "Attached image(s) from tool result:";
const PI_SEE_IMAGE = "(see attached image)";
const PI_NO_OUTPUT = "(no tool output)";

/** The texts of an output, as one where pi makes one of them; images are not among them. */
export function outputTexts(
  context: RequestContext,
  { parts, failed }: OutputUnit,
): readonly string[] {
  const texts = parts.flatMap((part) => (part.type === "input_text" ? [part.text] : []));
  if (!context.isPi) return failed ? [FAILED_CALL, ...texts] : texts;
  const text = texts.join("\n");
  if (text !== "") return [text];
  return [parts.length > texts.length ? PI_SEE_IMAGE : PI_NO_OUTPUT];
}

/** Says that a call failed, where the API has no field for it or wants a text beside the field. */
export const FAILED_CALL = "[the tool call failed]";

/** Said before images that cannot be in the result that they belong to. */
export function imagesLabel(context: RequestContext, { call }: OutputUnit): string {
  return context.isPi ? PI_IMAGES : `[images of the result of ${bareToolName(call.item)}]`;
}

/**
 * The developer and system messages that are before all else: where an API keeps instructions
 * apart they go there, and never move again.
 */
export function leadingInstructions(units: readonly Unit[]): readonly MessageUnit[] {
  const leading: MessageUnit[] = [];
  for (const unit of units) {
    if (!isInstruction(unit)) break;
    leading.push(unit);
  }
  return leading;
}

export function isInstruction(unit: Unit): unit is MessageUnit {
  return unit.kind === "message" && unit.role !== "user" && unit.role !== "assistant";
}

type ModelUnit = MessageUnit | ReasoningUnit | CallUnit | HostedUnit;

/** What the model said in one go, with the outputs of its calls in the order of the calls. */
export interface ModelGroup {
  readonly kind: "model";
  readonly units: ModelUnit[];
  outputs: OutputUnit[];
  /** True once an output has been seen: the model's next word is another request's. */
  closed: boolean;
}

/** What was said to the model between two of its turns, outputs apart. */
export interface InputGroup {
  readonly kind: "input";
  readonly units: MessageUnit[];
}

/**
 * Groups units for the APIs that want a call's outputs directly after the message that holds the
 * call: an output that is further down is moved up, which is said in the repairs.
 * @param splitAfterCalls true where a message has its text before its calls: text after a call
 *   begins a message of its own
 */
export function groupUnits(
  context: RequestContext,
  units: readonly Unit[],
  splitAfterCalls: boolean,
): readonly (ModelGroup | InputGroup)[] {
  const outputs = new Map<CallUnit, OutputUnit>();
  for (const unit of units) if (unit.kind === "output") outputs.set(unit.call, unit);
  const groups: (ModelGroup | InputGroup)[] = [];
  for (const unit of units) {
    const last = groups.at(-1);
    if (unit.kind === "output") {
      if (last?.kind === "model" && last.outputs.includes(unit)) {
        last.closed ||= !unit.isInserted; // calls that were cut off are one answer
      } else context.repair("reordered", unit.ref, "an output moved to directly after its call");
    } else if (isInput(unit)) {
      if (last?.kind === "input") last.units.push(unit);
      else groups.push({ kind: "input", units: [unit] });
    } else {
      let group = last?.kind === "model" && !last.closed ? last : null;
      const isAfterCalls = unit.kind === "message" && (group?.outputs.length ?? 0) > 0;
      if (group === null || (splitAfterCalls && isAfterCalls)) {
        group = { kind: "model", units: [unit], outputs: [], closed: false };
        groups.push(group);
      } else group.units.push(unit);
      const output = unit.kind === "call" ? outputs.get(unit) : undefined;
      if (output === undefined) continue;
      if (group.outputs.length === 0) group.outputs = [output];
      else group.outputs.push(output);
    }
  }
  return groups;
}

/**
 * Writes the model's units as an API has them: a unit that comes to nothing is left out, and what
 * the API does not have is told as text.
 * @param isOwn whether the API takes back an item that a provider's server made
 */
export function writeModelUnits<Part>(
  context: RequestContext,
  units: readonly Unit[],
  write: (unit: ModelUnit) => Part[],
  isOwn: (unit: HostedUnit) => boolean = () => false,
): { readonly units: readonly Unit[]; readonly written: ReadonlyMap<Unit, Part[]> } {
  const written = new Map<Unit, Part[]>();
  const told: Unit[] = [];
  for (const unit of units) {
    if (unit.kind === "hosted" && !isOwn(unit)) told.push(...withHostedText(context, unit));
    else told.push(unit);
  }
  const kept = told.filter((unit) => {
    if (unit.kind === "output" || isInput(unit)) return true;
    const parts = write(unit);
    written.set(unit, parts);
    return parts.length > 0;
  });
  return { units: kept, written };
}

/** Whether a unit is said to the model, outputs apart. */
export function isInput(
  unit: Unit,
): unit is MessageUnit & { readonly role: "user" | "developer" | "system" } {
  return unit.kind === "message" && unit.role !== "assistant";
}

/** Messages under construction, each with the items that it came from. */
export class MessageList<Message> {
  readonly messages: Message[] = [];
  readonly origins: ItemRef[][] = [];

  get last(): Message | undefined {
    return this.messages.at(-1);
  }

  add(message: Message, units: readonly { readonly ref: ItemRef | null }[] = []): void {
    this.messages.push(message);
    this.origins.push([]);
    for (const unit of units) this.credit(unit.ref);
  }

  /** Notes that an item went into the newest message. */
  credit(ref: ItemRef | null): void {
    if (ref === null) return;
    const newest = this.origins.at(-1) ?? [];
    // A list that an element is pushed to first has room for sixteen more.
    if (newest.length === 0) this.origins[this.origins.length - 1] = [ref];
    else newest.push(ref);
  }
}

/** Writes parts where the API takes text alone: a word stands for an image. @param what the image is */
export function textsAlone<Made>(
  context: RequestContext,
  { parts, ref }: Pick<MessageUnit, "parts" | "ref">,
  what: string,
  write: (part: InputText | OutputText) => Made[],
): Made[] {
  return parts.flatMap((part) => {
    if (part.type !== "input_image") return write(part);
    context.repair("left-out", ref, what);
    return write({ type: "output_text", text: "[image]" });
  });
}

/** What is said to the model among the user's messages: in tags, unless it is the user's. */
export function inTags<Part>(
  context: RequestContext,
  { role, ref }: MessageUnit,
  parts: readonly Part[],
  toPart: (text: string) => Part,
): readonly Part[] {
  if (role === "user") return parts;
  context.repair("role-changed", ref, `a ${role} message as the user's, in tags`);
  return [toPart("<developer_message>"), ...parts, toPart("</developer_message>")];
}

// Texts of the user's turns that are put in where an API refuses a conversation without them.

/** Stands before a conversation that begins with the model. */
export const GOES_ON = "[the conversation goes on]";

/** Stands after a conversation that ends with the model, or is empty. */
export const CONTINUE = "Continue.";

/** What another provider gets of an item that only one can read: what its model said, and showed. */
export function withHostedText(context: RequestContext, unit: HostedUnit): readonly MessageUnit[] {
  const { item, ref } = unit;
  switch (item.type) {
    case "web_search_call": {
      const text = webSearchText(item.action);
      if (text === null) {
        context.repair("left-out", ref, "a web search that says nothing of itself");
        return [];
      }
      context.repair("turned-into-text", ref, "a web search that another provider ran");
      return [plainMessage(ref, "assistant", [{ type: "output_text", text }])];
    }
    case "image_generation_call": {
      context.repair("turned-into-text", ref, "an image that another provider's tool generated");
      const prompt = item.revised_prompt ?? "";
      const text = `[generated an image${prompt === "" ? "" : `: ${prompt}`}]`;
      const said = plainMessage(ref, "assistant", [{ type: "output_text", text }]);
      if (item.result === "") return [said];
      const label = { type: "input_text" as const, text: "[the generated image]" };
      return [said, { ...said, role: "user", parts: [label, generatedImage(item.result)] }];
    }
    case "compaction":
    case "compaction_summary":
      context.repair("left-out", ref, compactionLeft(item));
      return [];
    case "other": {
      const texts = agentMessageTexts(item);
      if (texts === null) {
        context.repair("left-out", ref, "an item of a kind that has no meaning here");
        return [];
      }
      context.repair("turned-into-text", ref, "a message of another agent");
      const parts = texts.map((text) => ({ type: "input_text" as const, text }));
      return [plainMessage(ref, "user", parts)];
    }
  }
}

/** Of Anthropic's compactions the text is a message of its own, next to the item. */
function compactionLeft({ provider }: CompactionItem): string {
  if (provider === undefined) return "a compaction that only OpenAI can read";
  return "a compaction block that only Anthropic takes back: its text follows";
}

function webSearchText(action: unknown): string | null {
  if (!isJsonObject(action)) return null;
  const listed: readonly unknown[] = Array.isArray(action.queries) ? action.queries : [];
  const queries = listed.length > 0 ? listed : [action.query];
  const subjects = [...queries, action.url, action.pattern].filter(
    (subject) => typeof subject === "string" && subject !== "",
  );
  if (subjects.length === 0) return null;
  return `[web ${String(action.type)}: ${subjects.join(", ")}]`;
}
