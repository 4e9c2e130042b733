import { callKey, outputKey } from "./pairing.js";
import type { PromptItem } from "./prompt.js";

/** Items that stay or go together: a call with its outputs, or one item alone. */
export interface PairGroup {
  /** Indexes into the prompt's items, rising. */
  readonly members: readonly number[];
}

/** The groups of a prompt, by their oldest items; a request's own fragments belong to none. */
export function pairGroups(items: readonly PromptItem[]): readonly PairGroup[] {
  const groups: { members: number[] }[] = [];
  const byKey = new Map<string, { members: number[] }>();
  items.forEach(({ item, ref }, index) => {
    if (ref === null) return;
    const key = callKey(item) ?? outputKey(item);
    const known = key === null ? undefined : byKey.get(key);
    if (known !== undefined) {
      known.members.push(index);
      return;
    }
    const group = { members: [index] };
    groups.push(group);
    if (key !== null) byKey.set(key, group);
  });
  return groups;
}
