import { emptyConversation, type Conversation } from "./conversation.js";

/** The conversation as it was behind an event of the log. */
export interface Boundary {
  readonly offset: number;
  readonly conversation: Conversation;
}

/** What the thread should be: the reference, and how it was behind each command. */
export class ThreadModel {
  now: Conversation = emptyConversation;
  boundaries: readonly Boundary[] = [];
  /** Offsets of the log's rollbacks. */
  rollbacks: ReadonlySet<number> = new Set();

  /** Places to go back to: going to just before a rollback would be a redo, which is a command. */
  get targets(): readonly Boundary[] {
    return this.boundaries.filter(({ offset }) => !this.rollbacks.has(offset + 1));
  }

  /** Takes note of the place behind a command. */
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
