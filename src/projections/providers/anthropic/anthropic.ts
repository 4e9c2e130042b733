import type { Prompt } from "../../prompt/prompt.js";
import { CallIds } from "../calls.js";
import { blobsNeeded } from "../images.js";
import { pairUnits } from "../pair-units.js";
import type { Provider, ProviderRequest, RequestOptions } from "../provider.js";
import { outputSchemaOf, RequestContext } from "../request-context.js";
import { withClosedObjects } from "../tools.js";
import { leadingInstructions, type MessageUnit } from "../units.js";
import { assistantTexts, textBlocks } from "./blocks.js";
import type {
  AnthropicBody,
  AnthropicCacheControl,
  AnthropicMessage,
  AnthropicText,
  AnthropicTool,
} from "./body.js";
import { toMessages } from "./messages.js";
import {
  type AnthropicStream,
  anthropicStreamResult,
  foldAnthropicStream,
  fromAnthropicResponse,
  initialAnthropicStream,
} from "./response.js";
import {
  toolsOfHistory,
  toThinking,
  toToolChoice,
  toTools,
  withoutImpossibleThinking,
} from "./settings.js";

/** Anthropic's Messages API. */
export const anthropic: Provider<AnthropicBody, AnthropicStream> = {
  name: "anthropic",
  blobsNeeded,
  toRequest: toAnthropicRequest,
  fromResponse: fromAnthropicResponse,
  initialStream: initialAnthropicStream,
  foldStream: foldAnthropicStream,
  streamResult: anthropicStreamResult,
};

/** The API demands a limit: what stands here when neither caller nor model table names one. */
const DEFAULT_MAX_TOKENS = 8192;

/** A body for `POST /v1/messages` (streaming: `stream: true` is the client's to add). */
function toAnthropicRequest(
  prompt: Prompt,
  options: RequestOptions = {},
): ProviderRequest<AnthropicBody> {
  const context = new RequestContext(prompt, options);
  const ids = new CallIds(context, { maxLength: 64, refused: /[^a-zA-Z0-9_-]/g });
  const units = pairUnits(context, ids, prompt.items);
  const leading = leadingInstructions(units);
  const system = toSystem(context, prompt.instructions, leading);
  const { messages, origins } = toMessages(context, units.slice(leading.length));
  const body = withSettings(context, prompt, { system, messages });
  withoutImpossibleThinking(context, body);
  if (options.cache !== undefined) markPrefixes(body, options.cache.ttl);
  const instructionOrigins = leading.flatMap(({ ref }) => (ref === null ? [] : [ref]));
  const { repairs } = context;
  return { body, repairs, origins, instructionOrigins, callIds: ids.mapped };
}

function withSettings(
  context: RequestContext,
  prompt: Prompt,
  parts: Required<Pick<AnthropicBody, "system" | "messages">>,
): AnthropicBody {
  const { options, model } = context;
  const maxTokens =
    options.maxTokens ??
    prompt.target.maxOutputTokens ??
    model.maxOutputTokens ??
    DEFAULT_MAX_TOKENS;
  const { thinking, effort } = toThinking(context, maxTokens);
  const outputConfig = { ...(effort === undefined ? {} : { effort }), ...format(context, prompt) };
  return {
    model: options.model ?? model.id,
    max_tokens: maxTokens,
    ...(parts.system.length === 0 ? {} : { system: parts.system }),
    messages: parts.messages,
    ...toolSettings(context, prompt, { messages: parts.messages, thinks: thinkingOn(thinking) }),
    ...(thinking === undefined ? {} : { thinking }),
    ...(Object.keys(outputConfig).length === 0 ? {} : { output_config: outputConfig }),
  };
}

/** The answer's form: objects that are left open are refused. */
function format(
  context: RequestContext,
  prompt: Prompt,
): Pick<NonNullable<AnthropicBody["output_config"]>, "format"> {
  const asked = outputSchemaOf(prompt, context);
  if (asked === undefined) return {};
  const schema = withClosedObjects(asked);
  if (schema !== asked) {
    context.repair(
      "setting-left-out",
      null,
      "members beyond the named ones in the answer's schema",
    );
  }
  return { format: { type: "json_schema", schema } };
}

function thinkingOn(thinking: AnthropicBody["thinking"]): boolean {
  return thinking !== undefined && thinking.type !== "disabled";
}

function toolSettings(
  context: RequestContext,
  prompt: Prompt,
  { messages, thinks }: { messages: AnthropicBody["messages"]; thinks: boolean },
): Pick<AnthropicBody, "tools" | "tool_choice"> {
  const declared = toTools(context, prompt.tools);
  if (declared.length === 0) {
    const tools: AnthropicTool[] = toolsOfHistory(context, messages);
    return tools.length === 0 ? {} : { tools, tool_choice: { type: "none" } };
  }
  const choice = toToolChoice(context, declared);
  if (choice === undefined) return { tools: declared };
  if (thinks && (choice.type === "any" || choice.type === "tool")) {
    context.repair("setting-left-out", null, "a forced tool choice, which excludes thinking");
    return { tools: declared };
  }
  return { tools: declared, tool_choice: choice };
}

function toSystem(
  context: RequestContext,
  instructions: string,
  leading: readonly MessageUnit[],
): AnthropicText[] {
  const base = instructions === "" ? [] : textBlocks(context, instructions, null);
  return [...base, ...leading.flatMap((unit) => assistantTexts(context, unit.parts, unit.ref))];
}

/**
 * Marks the prefixes that the next request repeats: tools, system, the conversation up to the user's
 * last message but one, and all of it. Four marks are the most that the API takes; thinking blocks
 * cannot carry one.
 */
function markPrefixes(body: AnthropicBody, ttl: "5m" | "1h" | undefined): void {
  const mark: AnthropicCacheControl =
    ttl === undefined ? { type: "ephemeral" } : { type: "ephemeral", ttl };
  const tool = body.tools?.at(-1);
  if (tool !== undefined) tool.cache_control = mark;
  const system = body.system?.at(-1);
  if (system !== undefined) system.cache_control = mark;
  const ends = body.messages.flatMap((message, index) => (message.role === "user" ? [index] : []));
  for (const end of ends.slice(-2)) markMessage(body.messages[end], mark);
}

function markMessage(message: AnthropicMessage | undefined, mark: AnthropicCacheControl): void {
  if (message?.role !== "user") return;
  const block = message.content.at(-1);
  if (block !== undefined) block.cache_control = mark;
}
