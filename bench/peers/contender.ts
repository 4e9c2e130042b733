/** An item of a conversation: message, reasoning, call or output, as the workload has it. */
export type PeerItem =
  | { readonly type: "message"; readonly role: "user" | "assistant"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  | {
      readonly type: "call";
      readonly id: string;
      readonly name: string;
      readonly arguments: Readonly<Record<string, unknown>>;
    }
  | { readonly type: "output"; readonly id: string; readonly text: string };

/** A turn, and the compaction that comes before it. */
export interface PeerTurn {
  readonly items: readonly PeerItem[];
  readonly compaction: { readonly summary: string; readonly kept: readonly PeerItem[] } | null;
}

/** What to write a thread from. */
export interface Source {
  readonly turns: Iterable<PeerTurn>;
  /** A home of Refold's with the same thread. */
  readonly home: string;
}

/** Somebody who keeps conversations. */
export interface Contender {
  /** Writes a thread into an empty place, with as few writes as it allows. */
  readonly fill: (place: string, source: Source) => Promise<void>;
  /** Opens the thread that `fill` left. */
  readonly open: (place: string) => Promise<OpenThread>;
  /** How many items of a compacted history its own way of compacting leaves; absent: all of `kept`. */
  readonly keptItems?: number;
}

/** Messages, of which this much is looked at. */
export interface PeerPrompt {
  readonly length: number;
}

export interface OpenThread {
  /** Records a turn, as durably as the contender does by itself. */
  readonly append: (turn: PeerTurn) => Promise<void> | void;
  /** The messages that the next request to a model would carry. */
  readonly prompt: () => Promise<PeerPrompt> | PeerPrompt;
  /** Makes a second thread, on disk, that goes on from this one's head. */
  readonly fork: () => Promise<void> | void;
  readonly close: () => Promise<void> | void;
}
