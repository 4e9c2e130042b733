import { itemContent } from "../tokens/item-content.js";
import { callKey, outputKey } from "./pairing.js";
import type { PairGroup } from "./fit-groups.js";
import type { PromptItem } from "./prompt.js";
import { isBoundaryOrigin } from "../../reducers/items/turn-boundary.js";

/**
 * The order in which groups are left out by priority: first what is not protected, then what is, each
 * oldest first. Protected are the first user message and the newest ones, tool calls with their
 * outputs, items with images, and a compaction's summary, which stands for everything before it.
 * @param recentUserMessages how many of the newest user messages are protected
 */
export function priorityOrder(
  items: readonly PromptItem[],
  groups: readonly PairGroup[],
  recentUserMessages = 3,
): readonly PairGroup[] {
  const users = items.flatMap((part, index) => (isUserMessage(part) ? [index] : []));
  const keptUsers = new Set([
    ...users.slice(0, 1),
    ...users.slice(Math.max(0, users.length - recentUserMessages)),
  ]);
  const isProtected = (index: number): boolean => {
    const part = items[index];
    return part !== undefined && (keptUsers.has(index) || staysLong(part));
  };
  const protectedGroups = groups.filter(({ members }) => members.some(isProtected));
  const others = groups.filter(({ members }) => !members.some(isProtected));
  return [...others, ...protectedGroups];
}

function isUserMessage({ item, origin, summary }: PromptItem): boolean {
  return item.type === "message" && isBoundaryOrigin(origin) && !summary;
}

function staysLong({ item, summary }: PromptItem): boolean {
  if (summary || item.type === "compaction" || item.type === "compaction_summary") return true;
  if (callKey(item) !== null || outputKey(item) !== null) return true;
  return itemContent(item).images.length > 0;
}
