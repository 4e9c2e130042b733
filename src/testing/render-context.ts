import type { InjectedFragment } from "../events/context-injected.js";
import type { Envelope } from "../events/envelope.js";
import { countItemBytes } from "../events/item-bytes.js";
import type { Item, MessageItem } from "../events/item.js";
import type { Origin, RecordedItem } from "../events/recorded-item.js";
import { ceil4 } from "../events/token-bytes.js";

/** The facts of an envelope that an item tells, each with the role of its message. */
const TOLD_FACTS = [
  ["approvalPolicy", "developer"],
  ["model", "developer"],
  ["cwd", "user"],
  ["date", "user"],
] as const;

/** What tells an envelope: all of it, or what is not as in the one before. */
export function renderContext(
  envelope: Envelope,
  before: Envelope | null,
): { readonly items: RecordedItem[]; readonly fragments: InjectedFragment[] } {
  const items: RecordedItem[] = [];
  const fragments: InjectedFragment[] = [];
  for (const [fact, role] of TOLD_FACTS) {
    if (before !== null && before[fact] === envelope[fact]) continue;
    const recorded = recordedItem(message(role, `${fact}: ${String(envelope[fact])}`), "runtime");
    const tokens = ceil4(recorded.countedBytes);
    fragments.push({ kind: fact, lifetime: "session", fact, tokens, item: items.length });
    items.push(recorded);
  }
  return { items, fragments };
}

export function message(role: string, text: string): MessageItem {
  return { type: "message", role, content: [{ type: "input_text", text }] };
}

export function recordedItem(item: Item, origin: Origin): RecordedItem {
  return { item, origin, countedBytes: countItemBytes(item) };
}
