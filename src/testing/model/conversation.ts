/**
 * The reference that a thread is held to: what a person would expect of it, in a few immutable lines
 * and without a log. Going back is having the older one again.
 */
export interface Conversation {
  /** What was said and still counts, oldest first. Context that the runtime tells is left out. */
  readonly words: readonly string[];
  /** Facts of one's own types that still count, as JSON. */
  readonly own: readonly string[];
  readonly isRunning: boolean;
  /** The conversation before each user turn that counts. */
  readonly turns: readonly Conversation[];
  /** The conversation before each change that can be undone: a turn, or a compaction between turns. */
  readonly changes: readonly Conversation[];
  /** What a redo gives; null: nothing was rolled back, or something was said since. */
  readonly redo: Conversation | null;
}

export const emptyConversation: Conversation = {
  ...{ words: [], own: [], turns: [], changes: [] },
  isRunning: false,
  redo: null,
};

/** How the words of a user begin, and what stands for a summary. */
export const USER = "user: ";
export const SUMMARY = "a summary";

export function withTurn(before: Conversation, text: string): Conversation {
  return {
    ...withWords(before, [USER + text]),
    isRunning: true,
    turns: [...before.turns, before],
    changes: [...before.changes, before],
  };
}

export function withWords(before: Conversation, words: readonly string[]): Conversation {
  return { ...before, words: [...before.words, ...words], redo: null };
}

export function withOwnFact(before: Conversation, fact: string): Conversation {
  return { ...before, own: [...before.own, fact], redo: null };
}

/** Ending a turn changes nothing that was said. */
export function ended(before: Conversation): Conversation {
  return { ...before, isRunning: false };
}

/** What users said is kept, and a summary stands for the rest. */
export function compacted(before: Conversation): Conversation {
  const words = [...before.words.filter((word) => word.startsWith(USER)), SUMMARY];
  return { ...before, words, changes: [...before.changes, before], redo: null };
}

/** An earlier conversation again; nothing runs after a rollback. */
export function rolledBack(now: Conversation, to: Conversation): Conversation {
  return { ...ended(to), redo: now };
}
