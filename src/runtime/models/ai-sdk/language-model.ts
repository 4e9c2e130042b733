import { z } from "zod";
import { copyJson } from "../../../events/json.js";
import { PLAIN_NAMES, type ToolNameRule } from "../../../projections/providers/calls.js";

/**
 * What is used of the AI SDK's language-model interface (`LanguageModelV4` of `@ai-sdk/provider` 4,
 * AI SDK 7), in types of our own.
 */
export interface AiLanguageModel {
  readonly specificationVersion: "v4";
  /** `openai.responses`, `anthropic.messages`, … */
  readonly provider: string;
  readonly modelId: string;
  doStream(
    options: AiSdkBody & { abortSignal: AbortSignal },
  ): PromiseLike<{ readonly stream: AsyncIterable<unknown> }>;
}

/** The options of a call, as far as Refold writes them. Arrays are mutable, because the SDK's are. */
export interface AiSdkBody {
  prompt: AiMessage[];
  tools?: AiTool[];
  toolChoice?: AiToolChoice;
  maxOutputTokens?: number;
  responseFormat?: { type: "json"; schema: Record<string, unknown>; name: string };
  reasoning?: AiEffort;
}

export type AiEffort = "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
export type AiToolChoice =
  { type: "auto" } | { type: "none" } | { type: "required" } | { type: "tool"; toolName: string };

export interface AiTool {
  type: "function";
  name: string;
  description?: string;
  inputSchema: Record<string, unknown>;
  strict?: boolean;
}

/** Names of tools that every API after the SDK takes: Google's begin with a letter or `_`. */
export const ANY_NAMES: ToolNameRule = { ...PLAIN_NAMES, first: /^[a-zA-Z_]/ };

/** Whatever a provider wants back with its own parts: signatures, ids. As it came. */
type AiProviderOptions = Record<string, Record<string, AiJson | undefined>>;
type AiJson = null | string | number | boolean | { [key: string]: AiJson | undefined } | AiJson[];

export interface AiText {
  type: "text";
  text: string;
  providerOptions?: AiProviderOptions;
}
export interface AiFile {
  type: "file";
  mediaType: string;
  data: { type: "data"; data: string } | { type: "url"; url: URL };
}
export interface AiReasoning {
  type: "reasoning";
  text: string;
  providerOptions?: AiProviderOptions;
}
export interface AiToolCall {
  type: "tool-call";
  toolCallId: string;
  toolName: string;
  input: Record<string, unknown>;
  providerOptions?: AiProviderOptions;
}
export interface AiToolResult {
  type: "tool-result";
  toolCallId: string;
  toolName: string;
  output:
    | { type: "text"; value: string }
    | { type: "error-text"; value: string }
    | { type: "content"; value: (AiText | AiFile)[] };
}

export type AiMessage =
  | { role: "system"; content: string }
  | { role: "user"; content: (AiText | AiFile)[] }
  | { role: "assistant"; content: (AiText | AiReasoning | AiToolCall)[] }
  | { role: "tool"; content: AiToolResult[] };

const Metadata = z.record(z.string(), z.record(z.string(), z.json().optional()));

/** What an item carries for the way back to the provider that made it. */
interface AiSdkFields {
  /** As the language model names its provider. */
  readonly aiSdkProvider: string;
  readonly providerMetadata: AiProviderOptions;
}

/** The fields for a part's metadata; none where it has none. */
export function metadataFields(provider: string, metadata: unknown): Partial<AiSdkFields> {
  const read = Metadata.safeParse(metadata);
  return read.success ? { aiSdkProvider: provider, providerMetadata: read.data } : {};
}

/** The options for a part made of this, when it goes back to where it came from. */
export function providerOptionsOf(
  item: Readonly<Record<string, unknown>>,
  provider: string,
): { providerOptions?: AiProviderOptions } {
  if (item["aiSdkProvider"] !== provider) return {};
  const read = Metadata.safeParse(item["providerMetadata"]);
  return read.success ? { providerOptions: copyJson(read.data) } : {};
}
