import { countLeading } from "../../events/count-leading.js";
import { jsonValueBytes, tokensOfBytes, utf8Bytes } from "../../events/bytes.js";
import { elementsFrom } from "../../reducers/sequence.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { continuePrompt, projectPrompt } from "../prompt/project-prompt.js";
import type { Prompt } from "../prompt/prompt.js";
import { isSame } from "./diff-prompts.js";

/** What two requests begin with. */
export interface SharedPrefix {
  readonly items: number;
  /** By docs/semantics.md §7.1, instructions and tools included. */
  readonly bytes: number;
  readonly tokens: number;
}

/** A request as its cache sees it. */
export interface CachedRequest {
  readonly prompt: Prompt;
  /** Null: unknown, which is no other model than any. */
  readonly model: string | null;
  /** Instructions and tools: what is before the items. */
  readonly headBytes: number;
  readonly bytes: number;
  readonly tokens: number;
}

/**
 * The request that a state gives, at the cost of what is new since the one before.
 * @param model which answered, where the state does not name it yet; absent: the prompt's
 */
export function requestOf(
  state: ThreadState,
  previous: CachedRequest | null,
  model?: string | null,
): CachedRequest {
  const prompt = previous === null ? projectPrompt(state) : continuePrompt(previous.prompt, state);
  const isSameHead =
    previous?.prompt.instructions === prompt.instructions &&
    isSame(previous.prompt.tools, prompt.tools);
  const headBytes = isSameHead
    ? previous.headBytes
    : utf8Bytes(prompt.instructions) + (prompt.tools.length > 0 ? jsonValueBytes(prompt.tools) : 0);
  const kept = previous === null ? 0 : sharedObjects(previous.prompt, prompt);
  const base = previous === null ? 0 : previous.bytes - previous.headBytes;
  const gone = previous === null ? 0 : bytesFrom(previous.prompt, kept);
  const bytes = headBytes + base - gone + bytesFrom(prompt, kept);
  const tokens = tokensOfBytes(bytes);
  return { prompt, model: model ?? prompt.target.model, headBytes, bytes, tokens };
}

/** What of a request changed, so that the next one could not go on from it. */
export type PrefixChange = "model" | "tools" | "instructions" | "items";

interface RequestComparison {
  readonly shared: SharedPrefix;
  /** Empty: the whole of the request before is the beginning of this one. */
  readonly changes: readonly PrefixChange[];
}

export function compareRequests(
  before: CachedRequest | null,
  now: CachedRequest,
): RequestComparison {
  if (before === null) return { shared: NOTHING, changes: [] };
  const changes: PrefixChange[] = [];
  if (before.model !== null && now.model !== null && before.model !== now.model) {
    changes.push("model");
  }
  if (!isSame(before.prompt.tools, now.prompt.tools)) changes.push("tools");
  if (before.prompt.instructions !== now.prompt.instructions) changes.push("instructions");
  const isHeadChanged = changes.length > 0;
  const items = sharedItems(before.prompt, now.prompt);
  if (items < before.prompt.items.length) changes.push("items");
  if (isHeadChanged) return { shared: NOTHING, changes };
  const bytes = before.bytes - bytesFrom(before.prompt, items);
  return { shared: { items, bytes, tokens: tokensOfBytes(bytes) }, changes };
}

const NOTHING: SharedPrefix = { items: 0, bytes: 0, tokens: 0 };

/** Items from the start that are the same objects: what a continued prompt shares, found by halving. */
function sharedObjects(before: Prompt, now: Prompt): number {
  const shorter = Math.min(before.items.length, now.items.length);
  return countLeading(shorter, (index) => before.items.at(index) === now.items.at(index));
}

/** Items from the start with the same content, the shared objects first. */
function sharedItems(before: Prompt, now: Prompt): number {
  const most = Math.min(before.items.length, now.items.length);
  let count = sharedObjects(before, now);
  while (count < most && isSame(before.items.at(count)?.item, now.items.at(count)?.item)) count++;
  return count;
}

function bytesFrom({ items }: Prompt, start: number): number {
  let bytes = 0;
  for (const { countedBytes } of elementsFrom(items, start)) bytes += countedBytes;
  return bytes;
}
