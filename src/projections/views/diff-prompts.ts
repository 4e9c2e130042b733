import type { Prompt, PromptItem } from "../prompt/prompt.js";

/** What one prompt has that another has not. */
export interface PromptDiff {
  readonly instructionsChanged: boolean;
  readonly tools: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly string[];
  };
  readonly outputSchemaChanged: boolean;
  /** Members of the target that came to something else. */
  readonly target: readonly string[];
  /** Items that both begin with. */
  readonly commonPrefix: number;
  /** Items that both end with, after the prefix. */
  readonly commonSuffix: number;
  /** What is between in the first, and in the second. */
  readonly removed: readonly PromptItem[];
  readonly added: readonly PromptItem[];
  /** Second less first, in estimated tokens. */
  readonly tokens: number;
}

/** Compares two prompts as a model would see them: by content, not by where it was recorded. */
export function diffPrompts(from: Prompt, to: Prompt): PromptDiff {
  const before = from.items.toArray();
  const after = to.items.toArray();
  const shorter = Math.min(before.length, after.length);
  const commonPrefix = countWhile(shorter, (at) => isSame(before[at]?.item, after[at]?.item));
  const commonSuffix = countWhile(shorter - commonPrefix, (at) =>
    isSame(before.at(-1 - at)?.item, after.at(-1 - at)?.item),
  );
  return {
    instructionsChanged: from.instructions !== to.instructions,
    tools: diffTools(from, to),
    outputSchemaChanged: !isSame(from.outputSchema, to.outputSchema),
    target: diffTargets(from, to),
    commonPrefix,
    commonSuffix,
    removed: before.slice(commonPrefix, before.length - commonSuffix),
    added: after.slice(commonPrefix, after.length - commonSuffix),
    tokens: to.tokens - from.tokens,
  };
}

/** Equal as JSON; the same object is not written out. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function diffTools(from: Prompt, to: Prompt): PromptDiff["tools"] {
  const before = new Map(from.tools.map((tool) => [tool.name, tool]));
  const after = new Map(to.tools.map((tool) => [tool.name, tool]));
  const names = [...before.keys()];
  return {
    added: [...after.keys()].filter((name) => !before.has(name)),
    removed: names.filter((name) => !after.has(name)),
    changed: names.filter((name) => after.has(name) && !isSame(before.get(name), after.get(name))),
  };
}

function diffTargets(from: Prompt, to: Prompt): readonly string[] {
  const after = new Map(Object.entries(to.target));
  return Object.entries(from.target)
    .filter(([member, value]) => !isSame(value, after.get(member)))
    .map(([member]) => member);
}

function countWhile(limit: number, holds: (at: number) => boolean): number {
  let count = 0;
  while (count < limit && holds(count)) count += 1;
  return count;
}
