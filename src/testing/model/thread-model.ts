/** The conversation as it was after an event of the log. */
interface Boundary {
  readonly offset: number;
  readonly conversation: Conversation;
}

/** What the thread should be: the reference, and how it was after each command. */
export class ThreadModel {
  now: Conversation = emptyConversation;
  boundaries: readonly Boundary[] = [];
  /** Offsets of the log's rollbacks. */
  rollbacks: ReadonlySet<number> = new Set();

  /** Places to go back to: going to just before a rollback would be a redo, which is a command. */
  get targets(): readonly Boundary[] {
    return this.boundaries.filter(({ offset }) => !this.rollbacks.has(offset + 1));
  }

  /** Takes note of the place after a command. */
  mark(offset: number): void {
    const newest = this.boundaries.at(-1);
    if (newest?.offset === offset) return;
    this.boundaries = [...this.boundaries, { offset, conversation: this.now }];
  }

  rolledBackAt(offset: number): void {
    this.rollbacks = new Set([...this.rollbacks, offset]);
  }

  /** Goes on as a fork does, that knows nothing of what came later in its parent. */
  fork({ offset, conversation }: Boundary): void {
    this.now = { ...conversation, isRunning: false };
    this.boundaries = this.boundaries.filter((each) => each.offset <= offset);
    this.rollbacks = new Set([...this.rollbacks].filter((each) => each <= offset));
  }
}

/**
 * The reference that a thread is held to: what a person would expect of it, in a few immutable lines
 * and without a log. Going back is having the older one again.
 */
export interface Conversation {
  /** What was said and still counts, oldest first. Context that the runtime tells is left out. */
  readonly words: readonly string[];
  /** Facts of your own types that still count, as JSON. */
  readonly own: readonly string[];
  readonly isRunning: boolean;
  /** The conversation before each user turn that counts. */
  readonly turns: readonly Conversation[];
  /** The conversation before each change that can be undone: a turn, or a compaction between turns. */
  readonly changes: readonly Conversation[];
  /** What a redo gives; null: nothing was rolled back, or something was said since. */
  readonly redo: Conversation | null;
}

const emptyConversation: Conversation = {
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
