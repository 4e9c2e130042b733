import { copyJson, isJsonObject } from "../../events/json.js";
import { invalidArgument } from "../../errors.js";
import type { ReasoningItem } from "../../events/item.js";
import type { ItemRef } from "../../events/primitives.js";
import { findModel } from "../../models/find-model.js";
import type { ModelInfo, ModelTrait } from "../../models/model-info.js";
import type { Prompt, PromptRepair, PromptRepairKind } from "../prompt/prompt.js";
import type { ReasoningOptions, RequestOptions } from "./provider.js";

/** Half a surrogate pair: JSON can spell it, the providers' parsers refuse it. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

/** The same in a JSON text: whole pairs are never escaped there. */
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;

/** What one `toRequest` works with: settled settings, and the list of repairs that it fills. */
export class RequestContext {
  readonly model: ModelInfo;
  /** As asked for, else as the prompt was made for. */
  readonly modelId: string;
  /** The longest answer, in tokens; undefined: nobody has named one. */
  readonly maxTokens: number | undefined;
  readonly #isKnown: boolean;
  readonly repairs: PromptRepair[] = [];
  /** As asked for, else the effort that the prompt was made for; undefined: the model's default. */
  readonly reasoning: ReasoningOptions | undefined;

  /** @throws {RefoldError} `invalid-argument`: neither the options nor the prompt name a model */
  constructor(
    readonly prompt: Prompt,
    readonly options: RequestOptions,
  ) {
    const { model, maxOutputTokens, effort } = prompt.target;
    const id = options.model ?? model ?? "";
    if (id === "") {
      throw invalidArgument(
        "neither the prompt nor the request's options name a model",
        "Name one: `{ model }`, where the prompt is made or in the options of the request.",
      );
    }
    const found = findModel(id, options.models);
    this.model = found.model;
    this.modelId = this.text(options.model ?? found.model.id, null);
    this.#isKnown = found.match !== "default";
    const isOther = options.model !== undefined && options.model !== model;
    const limit = isOther ? prompt.requested.maxOutputTokens : maxOutputTokens; // else another's
    const { maxTokens = limit ?? undefined } = options;
    if (maxTokens !== undefined && !(Number.isSafeInteger(maxTokens) && maxTokens >= 0)) {
      throw invalidArgument(`\`maxTokens\` is no number of tokens: ${maxTokens}`);
    }
    this.maxTokens = maxTokens;
    this.reasoning = options.reasoning ?? (effort === null ? undefined : { effort });
  }

  has(trait: ModelTrait): boolean {
    return this.model.traits.includes(trait);
  }

  /** True unless it names another model than the request's. */
  isModel(id: string | undefined): boolean {
    if (id === undefined || id === this.modelId) return true;
    const { model, match } = findModel(id, this.options.models);
    return match !== "default" && match !== "family" && model.id === this.model.id;
  }

  /** Whether the session is pi's, whose requests are worded in its own way (docs/pi.md, "Requests"). */
  get isPi(): boolean {
    return this.prompt.dialect === "pi";
  }

  /** True for a rule of newer models also where nothing is known of the model. */
  follows(trait: ModelTrait): boolean {
    return !this.#isKnown || this.has(trait);
  }

  repair(kind: PromptRepairKind, ref: ItemRef | null, reason: string): void {
    this.repairs.push({ kind, ref, reason });
  }

  /** A setting that the API or the model does not take. */
  leaveOut(reason: string): void {
    this.repair("setting-left-out", null, reason);
  }

  /** The text as it can be sent: half surrogate pairs become U+FFFD. */
  text(text: string, ref: ItemRef | null): string {
    if (text.search(LONE_SURROGATE) === -1) return text;
    this.repair("left-out", ref, TORN);
    return text.replace(LONE_SURROGATE, "\uFFFD");
  }

  /** The same for a JSON object with all that is in it, as a copy: a body is its caller's to change. */
  json(value: Record<string, unknown>, ref: ItemRef | null): Record<string, unknown> {
    const text = JSON.stringify(value);
    return ESCAPED_SURROGATE.test(text) ? this.#record(value, ref) : copyJson(value);
  }

  /** Says so when a message has nothing in it. */
  noteEmpty(unit: { readonly parts: readonly unknown[]; readonly ref: ItemRef | null }): void {
    if (unit.parts.length > 0) return;
    this.repair("empty-dropped", unit.ref, "a message without content");
  }

  #record(value: Record<string, unknown>, ref: ItemRef | null): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [this.text(key, ref), this.#value(member, ref)]),
    );
  }

  #value(value: unknown, ref: ItemRef | null): unknown {
    if (typeof value === "string") return this.text(value, ref);
    if (Array.isArray(value)) return value.map((element) => this.#value(element, ref));
    return isJsonObject(value) ? this.#record(value, ref) : value;
  }
}

/** The schema that the answer must satisfy; undefined: none. */
export function outputSchemaOf(context: RequestContext): Record<string, unknown> | undefined {
  const asked = context.options.outputSchema;
  const schema = asked === undefined ? context.prompt.outputSchema : asked;
  if (schema === undefined || schema === null) return undefined;
  if (!isJsonObject(schema)) throw invalidArgument("the output schema is not a JSON object");
  return context.json(schema, null);
}

/**
 * What items carry so that they can go back to the provider that made them. Items are loose objects:
 * these fields are next to the known ones, are kept in the log as they are, count nothing
 * (docs/semantics.md §3.7) and are never sent to another provider.
 *
 * | item | field | holds |
 * | --- | --- | --- |
 * | `reasoning` | `provider` | `anthropic`, `google`, `google-interactions`, `openai-chat` or `ai-sdk`; absent: OpenAI Responses |
 * | `reasoning` (Claude Code, pi) | `model` | the model that thought: no other is given it |
 * | `reasoning` (openai-chat) | `field` | the member of the assistant's message that it came in, where it goes back |
 * | `reasoning` (anthropic) | `signature` | the thinking block's signature; text in `content` |
 * | `reasoning` (anthropic) | `redacted` | the data of a redacted thinking block |
 * | `reasoning` (google) | `thoughtSignature` | signature of a thought part; text in `summary` |
 * | `reasoning` (google-interactions) | `signature` | the thought step's signature; text in `summary` |
 * | `function_call`, `custom_tool_call` | `thoughtSignature` | Gemini's signature of the call |
 * | `output_text` part of a `message` | `thoughtSignature` | Gemini's signature of the text |
 * | `message` (Claude Code) | `attached` | `user` or `system`, who says it: it was added to the user's words or to an output |
 * | `message` (Claude Code) | `wrapped` | the texts before and after words typed while the model worked |
 * | items and texts by way of the AI SDK | `aiSdkProvider`, `providerMetadata` | what their parts carried, as it came |
 * | `compaction` | `provider`, `block` | Anthropic's compaction block, as it came; absent: OpenAI's |
 * | `web_search_call` | `provider`, `blocks` | Anthropic's server tool blocks, as they came |
 */

/** What goes back to the letter or not at all. */
const SEALS = ["signature", "redacted", "thoughtSignature", "encrypted_content"] as const;
const TORN = "half a surrogate pair, which the API's JSON parser refuses";

/** Why recorded reasoning stays out of every request to a provider; null: nothing speaks against it. */
export function reasoningRefusal(
  context: RequestContext,
  { item, behindEdit }: { readonly item: ReasoningItem; readonly behindEdit: boolean },
  provider: "openai" | "openai-chat" | "anthropic" | "google" | "google-interactions",
): string | null {
  if ((item.provider ?? "openai") !== provider) return "reasoning of another provider";
  if (!context.isModel(looseText(item, "model"))) return "reasoning of another model";
  if (behindEdit) return "the history before it was edited";
  if (!SEALS.every((field) => looseText(item, field)?.isWellFormed() ?? true)) return TORN;
  if (provider === "anthropic" && !reasoningText(item).isWellFormed()) return TORN; // as it was signed
  return context.options.reasoningHistory === "drop" ? "the caller asked for it" : null;
}

/** A loose field that holds a text; undefined: it does not, or an empty one. */
export function looseText(
  holder: Readonly<Record<string, unknown>>,
  field: string,
): string | undefined {
  const value = holder[field];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A reasoning item's readable text: its content, else its summary. */
export function reasoningText(item: ReasoningItem): string {
  const parts = item.content ?? [];
  return (parts.length > 0 ? parts : item.summary).map((part) => part.text).join("\n");
}
