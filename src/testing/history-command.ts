import type { Item, MessageItem, ReasoningItem } from "../events/item.js";
import type { OwnFact } from "../events/own-event.js";
import type { Envelope } from "../events/slices.js";
import type { RenderedFragment } from "../runtime/fragments/fragment.js";

/** What an agent's thread does next. Small and without places, so that any list of them has a meaning. */
export type HistoryCommand =
  /** Ends a turn that still runs; `tells: false` leaves the context out. */
  | { readonly do: "start-turn"; readonly change: Partial<Envelope>; readonly tells: boolean }
  | { readonly do: "user"; readonly message: MessageItem; readonly byAgent: boolean }
  | { readonly do: "assistant"; readonly message: MessageItem }
  | { readonly do: "reason"; readonly reasoning: ReasoningItem }
  /** Parallel calls: all calls first, then the outputs of those that are answered. */
  | { readonly do: "call"; readonly calls: readonly ToolCall[] }
  | { readonly do: "report-usage"; readonly input: number; readonly window: number | null }
  | { readonly do: "request" }
  | { readonly do: "end-turn"; readonly aborted: boolean }
  | {
      readonly do: "compact";
      readonly trigger: "pre-turn" | "mid-turn" | "manual" | "model-downshift";
      readonly keepMessages: number;
      readonly keepItems: number;
      readonly places: boolean;
      /** False: as an interrupted import leaves it, without what a reader from the end needs. */
      readonly complete: boolean;
    }
  /** `at` is a share of the ledger, from 0 (oldest) to 1. */
  | {
      readonly do: "trim";
      readonly at: number;
      readonly count: number;
      readonly clearsBaseline: boolean;
    }
  | { readonly do: "clear-outputs"; readonly count: number }
  | { readonly do: "replace-images" }
  | { readonly do: "clear-history" }
  /** Rolls back to a share of the log. */
  | { readonly do: "roll-back"; readonly at: number }
  /** Rolls back to before the newest rollback. */
  | { readonly do: "redo" }
  /** Goes on in a fork of the thread, at a share of the log. */
  | { readonly do: "fork"; readonly at: number }
  | { readonly do: "rename"; readonly title: string | null }
  | { readonly do: "configure"; readonly budget: number }
  | { readonly do: "instruct"; readonly text: string }
  | { readonly do: "declare-tools"; readonly names: readonly string[] }
  | { readonly do: "snapshot" }
  /** Restores the work tree to the newest snapshot; without one nothing happens. */
  | { readonly do: "restore" }
  | { readonly do: "notice" }
  /** A line of a foreign session that means more than one fact. */
  | { readonly do: "foreign-line"; readonly form: ForeignLineForm; readonly at: number }
  /** Spoils a place of the rollout's text, at a share of the log so far; the events stay as they are. */
  | { readonly do: "damage"; readonly form: DamageForm; readonly at: number }
  /** Uses a fragment of your own: in the running turn, in a request, or in a turn of its own. */
  | { readonly do: "own-fragment"; readonly use: OwnFragmentUse };

/** Records an event of a type of your own. */
export interface OwnEventCommand {
  readonly do: "own-event";
  readonly fact: OwnFact;
}

export const DAMAGE_FORMS = [
  "flip", // a bit is flipped in its middle
  "drop", // it is gone
  "repeat", // it occurs twice
  "cut", // its second half is gone, with the line feed
  "noise", // a line of no meaning is before it
  "tear", // half a line is at the end of the file, as a writer leaves it that is killed
] as const;
/** How a line of a rollout is spoilt. */
export type DamageForm = (typeof DAMAGE_FORMS)[number];

export type OwnFragmentUse =
  | RenderedFragment<"turn" | "prompt">
  | {
      readonly lifetime: "session";
      readonly kind: string;
      readonly role: "developer" | "user";
      /** The facts that it speaks for, as they are now. */
      readonly facts: Readonly<Record<string, unknown>>;
      /** What is told; null: nothing. */
      readonly text: string | null;
    };

export const FOREIGN_LINE_FORMS = [
  "observes",
  "forgets-context",
  "rolls-back",
  "rolls-back-and-observes",
  "rolls-back-its-checkpoint",
  "compacts",
  "compacts-legacy",
  "compacts-and-observes",
] as const;
export type ForeignLineForm = (typeof FOREIGN_LINE_FORMS)[number];

export interface ToolCall {
  readonly call: Item;
  readonly output: Item;
  readonly answered: boolean;
  readonly failed: boolean;
  /** Bounded at recording, with its original elsewhere. */
  readonly bounded: boolean;
}
