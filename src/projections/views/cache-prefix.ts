import { jsonValueBytes, utf8Bytes } from "../../events/json-bytes.js";
import { tokensOfBytes } from "../../events/token-bytes.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { Prompt, PromptItem } from "../prompt/prompt.js";
import { continuePrompt, projectPrompt } from "../prompt/project-prompt.js";
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
  /** Instructions and tools: what stands before the items. */
  readonly headBytes: number;
  readonly bytes: number;
  readonly tokens: number;
}

/** The request that a state gives, at the cost of what is new since the one before. */
export function requestOf(state: ThreadState, previous: CachedRequest | null): CachedRequest {
  const prompt = previous === null ? projectPrompt(state) : continuePrompt(previous.prompt, state);
  const isSameHead = previous !== null && isSamePrefix(previous.prompt, prompt);
  const headBytes = isSameHead
    ? previous.headBytes
    : utf8Bytes(prompt.instructions) + (prompt.tools.length > 0 ? jsonValueBytes(prompt.tools) : 0);
  const kept = previous === null ? 0 : sharedObjects(previous.prompt, prompt);
  const base = previous === null ? 0 : previous.bytes - previous.headBytes;
  const gone = previous === null ? 0 : bytesFrom(previous.prompt, kept);
  const bytes = headBytes + base - gone + bytesFrom(prompt, kept);
  return { prompt, headBytes, bytes, tokens: tokensOfBytes(bytes) };
}

export interface RequestComparison {
  readonly shared: SharedPrefix;
  /** True when the whole of the request before is the beginning of this one. */
  readonly isWhole: boolean;
  /** What else differs, where no event says it. */
  readonly changes: readonly string[];
}

export function compareRequests(
  before: CachedRequest | null,
  now: CachedRequest,
): RequestComparison {
  const none = { items: 0, bytes: 0, tokens: 0 };
  if (before === null) return { shared: none, isWhole: true, changes: [] };
  const isSameModel = before.prompt.target.model === now.prompt.target.model;
  if (!isSameModel) return { shared: none, isWhole: false, changes: ["another model"] };
  if (!isSamePrefix(before.prompt, now.prompt)) {
    return { shared: none, isWhole: false, changes: ["instructions or tools changed"] };
  }
  const items = sharedItems(before.prompt, now.prompt);
  const bytes = before.bytes - bytesFrom(before.prompt, items);
  const isWhole = items === before.prompt.items.length;
  const changes = isWhole ? [] : ["an item before the end of the last request changed"];
  return { shared: { items, bytes, tokens: tokensOfBytes(bytes) }, isWhole, changes };
}

function isSamePrefix(before: Prompt, now: Prompt): boolean {
  return (
    before.instructions === now.instructions &&
    (before.tools === now.tools || isSame(before.tools, now.tools))
  );
}

/** Items from the start that are the same objects: what a continued prompt shares, found by halving. */
function sharedObjects(before: Prompt, now: Prompt): number {
  let low = 0;
  let high = Math.min(before.items.length, now.items.length);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (before.items.at(middle) === now.items.at(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Items from the start with the same content, the shared objects first. */
function sharedItems(before: Prompt, now: Prompt): number {
  const most = Math.min(before.items.length, now.items.length);
  let count = sharedObjects(before, now);
  while (count < most && isSame(before.items.at(count)?.item, now.items.at(count)?.item)) count++;
  return count;
}

function bytesFrom(prompt: Prompt, start: number): number {
  let bytes = 0;
  for (let index = start; index < prompt.items.length; index += 1) {
    const part: PromptItem | undefined = prompt.items.at(index);
    bytes += part?.countedBytes ?? 0;
  }
  return bytes;
}
