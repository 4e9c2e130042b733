import type { Edit } from "../projections/transcript/edits.js";
import type { TranscriptEntry, TranscriptTurn } from "../projections/transcript/transcript.js";
import type { CacheReport, RequestCache } from "../projections/views/cache.js";
import type { ExplainedPart } from "../projections/views/explain.js";
import type { Forgetting, ForgottenItem } from "../projections/views/forgetting.js";
import type { Failure, Picture, Window } from "./api.js";

/** The prompt after the event `at`, as `refold explain` and `refold prompt` give it. */
export interface PromptWindow extends Window<PromptPart> {
  readonly at: number;
  readonly provider: string;
  readonly model: string | null;
  /** What people should know of the model; null: nothing. */
  readonly modelNotice: string | null;
  /** Of instructions, tools and items, estimated. */
  readonly tokens: number;
  /** Tokens in the window: as reported, and what came since. */
  readonly usedTokens: number;
  readonly contextWindow: number | null;
  /** Differences between the ledger and the body: at most 500. */
  readonly repairs: readonly PromptRepairRow[];
  readonly repairsTotal: number;
  /** Why no body can be made for this provider; null: it can. */
  readonly refused: Failure["error"] | null;
}

export interface PromptPart extends Pick<ExplainedPart, "kind" | "owner" | "lifetime" | "fact"> {
  /** From 0, in the order in which the model gets them. */
  readonly index: number;
  /** `system`, `user`, `assistant`, `tool`, `developer`. */
  readonly role: string;
  /** `12` or `12.3`: the item; null: the request alone has it. */
  readonly ref: string | null;
  /** The event that recorded it. */
  readonly offset: number | null;
  /** Where an item of a checkpoint was recorded first. */
  readonly source: string | null;
  readonly tokens: number;
  /** Name of the tool of a call, or of an output. */
  readonly tool: string | null;
  readonly failed: boolean;
  /** At most 4,000 characters; `/text` has the rest. */
  readonly text: string;
  readonly textChars: number;
  readonly pictures: readonly Picture[];
  /** What bounding cut when it was recorded: `/original` has all of it. */
  readonly cut: { readonly removedTokens: number; readonly originalBytes: number } | null;
  /** What the prompt does to it: `output-bounded`, `image-replaced`, `output-inserted`, … */
  readonly repairs: readonly PromptRepairRow[];
}

export interface PromptRepairRow {
  readonly kind: string;
  readonly ref: string | null;
  readonly reason: string;
}

/** A part of a text; `from` and `total` are in UTF-16 units. At most 200,000 of them at a time. */
export interface TextWindow {
  readonly text: string;
  readonly from: number;
  readonly total: number;
}

/** Side by side, item by item; the common part is folded. */
export interface DiffWindow extends Window<DiffRow> {
  readonly a: DiffSide;
  readonly b: DiffSide;
  /** Facts of the baseline and settings that differ. */
  readonly values: readonly {
    readonly of: "baseline" | "settings";
    readonly name: string;
    /** JSON; null: this side does not have it. */
    readonly a: string | null;
    readonly b: string | null;
  }[];
}

export interface DiffSide {
  readonly key: string;
  readonly at: number;
  readonly title: string | null;
  readonly items: number;
  readonly tokens: number;
}

export type DiffRow =
  | { readonly kind: "common"; readonly items: number }
  | { readonly kind: "only-a"; readonly a: DiffItem }
  | { readonly kind: "only-b"; readonly b: DiffItem }
  | {
      readonly kind: "changed";
      readonly a: DiffItem;
      readonly b: DiffItem;
      /** By word; empty: the texts are too long for that. */
      readonly words: readonly DiffWords[];
    };

export interface DiffWords {
  readonly in: "both" | "a" | "b";
  readonly text: string;
}

export interface DiffItem {
  readonly ref: string;
  readonly offset: number;
  /** `user message`, `function call output`. */
  readonly kind: string;
  readonly tokens: number;
  /** At most 4,000 characters. */
  readonly text: string;
  readonly textChars: number;
}

/** `breaks=1`: only requests with a break; `total` is of these then. */
export interface CacheWindow extends Window<RequestCache> {
  readonly basis: CacheReport["basis"];
  readonly totals: CacheReport["totals"];
  readonly requests: number;
}

/** What the model does not see any more at `at`, oldest first. */
export interface ForgottenWindow extends Window<ForgottenRow> {
  readonly tokens: number;
}

export interface ForgottenRow extends Omit<Forgetting, "items"> {
  readonly itemsTotal: number;
  /** The largest, 50 at most. */
  readonly items: readonly (Pick<ForgottenItem, "type" | "tokens" | "bytes"> & {
    /** For `/original`, and the event that holds it. */
    readonly ref: string;
    readonly offset: number;
    /** The whole is a blob: a cut output. */
    readonly isCut: boolean;
  })[];
}

/** The lines of a thread's family, each thread's marks and children by offset. */
export interface TreeWindow extends Window<TreeRow> {
  /** The line of the thread that was asked for. */
  readonly atRow: number;
  /** A parent that is not in the store; null: none is missing. */
  readonly missingParent: string | null;
}

export type TreeRow = TreeThreadRow | TreeMarkRow;

export interface TreeThreadRow {
  readonly threadId: string;
  /** Null: it is not listed. */
  readonly key: string | null;
  readonly title: string | null;
  /** RFC 3339. */
  readonly createdAt: string;
  /** Null: it was not read. */
  readonly head: number | null;
  /** The offset in its parent that it shares last; null: no fork. */
  readonly forkedAt: number | null;
  /** `this`: the one that was asked for. */
  readonly is: "this" | "fork" | "sub-agent" | "ancestor";
  /** Why its events could not be read; null: they could. */
  readonly trouble: string | null;
  /** Number of threads above it. */
  readonly depth: number;
  /** Lines follow that belong to it, or would. */
  readonly hasBelow: boolean;
  readonly isClosed: boolean;
}

/** What happened to a thread's history. */
export interface TreeMarkRow {
  readonly is: "mark";
  readonly kind: "rollback" | "redo" | "compaction";
  /** Of the thread; null: it is not listed. */
  readonly key: string | null;
  readonly offset: number;
  readonly words: string;
  readonly depth: number;
}

/** The last entries of a file that is still being read; none: they cannot be read alone. Offsets mean nothing. */
export interface Ending {
  readonly rows: readonly TranscriptRow[];
}

/** Everything that survives, compacted or not, as `refold transcript` gives it. */
export interface TranscriptWindow extends Window<TranscriptRow> {
  /** Number of the newest row up to `at`. */
  readonly atRow: number;
}

/** An entry of a transcript; its text has at most 20,000 characters, and `/text?ref=` the rest. */
export interface TranscriptRow extends Omit<TranscriptEntry, "images" | "imageUrls"> {
  readonly textChars: number;
  readonly pictures: readonly Picture[];
  /** Of an output; null: it names none. */
  readonly exitCode: number | null;
  readonly ref: string | null;
  /** Its turn begins here. */
  readonly turn: Pick<TranscriptTurn, "number" | "startedAt" | "model" | "end"> | null;
  /** Of a call that edits files: what it does to them; null: it is none. */
  readonly edits: readonly Edit[] | null;
}
