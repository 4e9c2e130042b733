import { tokensOfBytes } from "../events/bytes.js";
import {
  isContextualUserMessage,
  isHookPromptItem,
  isToolOutput,
  isUserMessage,
} from "../events/item-class.js";
import type { Item } from "../events/item.js";
import { findCounterpart } from "./counterpart.js";
import type { ItemList, WithItem } from "./kept-messages.js";

/**
 * What of a provider's compaction becomes part of the new history: assistant messages, compaction
 * items, and messages of users and hooks; summaries are among them (docs/semantics.md §11.7).
 */
export function isKeptOfRemoteCompaction(item: Item): boolean {
  if (item.type === "compaction" || item.type === "compaction_summary") return true;
  if (item.type !== "message") return false;
  if (item.role === "assistant") return true;
  return isUserMessage(item) && (!isContextualUserMessage(item) || isHookPromptItem(item));
}

export interface RemoteTrim {
  /** Indices that have to go, ascending. */
  readonly removed: readonly number[];
  /** The estimate without them. */
  readonly tokens: number;
}

/**
 * What has to go from the end of a ledger before a provider is asked to compact it: while the
 * estimate exceeds the window and the newest item is a tool output or a developer message, that item
 * and its counterpart (docs/semantics.md §11.8).
 *
 * @param estimate `tokens`: the whole request's; `window`: the model's; both in tokens
 */
export function trimForRemoteCompaction(
  entries: ItemList<WithItem & { readonly countedBytes: number }>,
  estimate: Readonly<{ tokens: number; window: number }>,
): RemoteTrim {
  const gone = new Set<number>();
  let { tokens } = estimate;
  for (let index = entries.length - 1; index >= 0 && tokens > estimate.window; index--) {
    if (gone.has(index)) continue;
    const item = entries.at(index)?.item;
    if (item === undefined || !mayGo(item)) break;
    const counterpart = findCounterpart(entries, index, gone);
    for (const place of counterpart === null ? [index] : [index, counterpart]) {
      gone.add(place);
      tokens -= tokensOfBytes(entries.at(place)?.countedBytes ?? 0);
    }
  }
  return { removed: [...gone].sort((left, right) => left - right), tokens };
}

function mayGo(item: Item): boolean {
  return isToolOutput(item) || (item.type === "message" && item.role === "developer");
}
