import type { Happening } from "../projections/views/happenings.js";
import type { ThreadSummary } from "../sessions/listing/thread-summary.js";

/**
 * What the page of `refold ui` asks its server, and what it is answered: JSON, in windows. A place in
 * a session is its key and an offset; both stand in the page's address. Paths, `GET` where nothing
 * else is said:
 *
 * | path                            | query                                | answer              |
 * | ------------------------------- | ------------------------------------ | ------------------- |
 * | `POST /api/enter`               | (body `EnterRequest`)                | 204, sets a cookie  |
 * | `/api/about`                    |                                      | `About`             |
 * | `/api/sessions`                 | `from count filter sort`             | `SessionsWindow`    |
 * | `/api/search`                   | `query limit key`                    | `SearchAnswer`      |
 * | `/api/session/KEY`              |                                      | `SessionView`       |
 * | `/api/session/KEY/timeline`     |                                      | `Timeline`          |
 * | `/api/session/KEY/step`         | `at by to`                           | `StepAnswer`        |
 * | `/api/session/KEY/event`        | `offset`                             | `EventDetail`       |
 * | `/api/session/KEY/prompt`       | `at provider model from count`       | `PromptWindow`      |
 * | `/api/session/KEY/text`         | `at ref part from count`             | `TextWindow`        |
 * | `/api/session/KEY/original`     | `ref from count`                     | `TextWindow`        |
 * | `/api/session/KEY/body`         | `at provider model`                  | the body, as JSON   |
 * | `/api/session/KEY/cache`        | `from count breaks`                  | `CacheWindow`       |
 * | `/api/session/KEY/forgotten`    | `at from count`                      | `ForgottenWindow`   |
 * | `/api/session/KEY/tree`         | `closed from count`                  | `TreeWindow`        |
 * | `/api/session/KEY/transcript`   | `at from count`                      | `TranscriptWindow`  |
 * | `/api/session/KEY/ending`       |                                      | `Ending`            |
 * | `/api/session/KEY/picture`      | `ref index`                          | a picture's bytes   |
 * | `/api/session/KEY/live`         | `from` (or `Last-Event-ID`)          | the head, in events |
 * | `/api/diff`                     | `a at b bt from count`               | `DiffWindow`        |
 * | `POST /api/session/KEY/act/ACT` | (body: `Acts[ACT]["request"]`)       | `Acts[ACT]["answer"]` |
 *
 * Answers of the views are in `api-views.ts`, those of the acts in `api-acts.ts`.
 *
 * `from` and `count` are of rows; of a text, of characters. A `from` below 0 counts from the end: `-80`
 * is the last 80; the answer says where that is. Whatever fails is answered with a status
 * from 400 on and a `Failure`. Texts are as recorded: the page shows them as text, never as markup.
 */
export interface Failure {
  readonly error: {
    /** A code of docs/errors.md, or `unauthorised`, `refused`, `not-found`, `read-only`, `internal`. */
    readonly code: string;
    readonly message: string;
    /** What can be done about it; null: nothing is known. */
    readonly remedy: string | null;
  };
}

export interface EnterRequest {
  /** What follows `#token=` in the address that `refold ui` printed. */
  readonly token: string;
}

/** What holds for as long as the server runs. */
export interface About {
  readonly version: string;
  readonly home: string;
  /** Nothing can be changed. */
  readonly readOnly: boolean;
  /** Whose API a prompt can be made for. */
  readonly providers: readonly string[];
  /** Ids of the models that are known, for a list to choose from. */
  readonly models: readonly string[];
  /** How a history can be compacted. */
  readonly strategies: readonly string[];
  /** Set where one session was named on the command line: the page begins with it. */
  readonly opened: string | null;
}

/** Rows `from` to `from + rows.length` of `total`. */
export interface Window<Row> {
  readonly total: number;
  readonly from: number;
  readonly rows: readonly Row[];
}

/** `filter`: words that title, folder, tool, model or id hold, all of them, in any case. `sort`: below. */
export interface SessionsWindow extends Window<SessionRow> {
  /** How many there are without the filter. */
  readonly all: number;
  /** False: the folders are still being read; ask again. */
  readonly isComplete: boolean;
  /** How many files were read, of how many. */
  readonly progress: { readonly done: number; readonly total: number };
  /** What could not be listed, a sentence each. */
  readonly notices: readonly string[];
}

/** The newest change first; else the largest first, titles and folders from A to Z. */
export const SESSION_SORTS = [
  "updated",
  "created",
  "title",
  "cwd",
  "turns",
  "tokens",
  "cost",
] as const;
export type SessionSort = (typeof SESSION_SORTS)[number];

/** What `ThreadSummary` says of a session, and what else of it is listed. */
export interface SessionRow extends Omit<
  ThreadSummary,
  "path" | "unpricedModels" | "forkedFrom" | "parent" | "experiment" | "olderFiles"
> {
  /** By which all else asks for the session; the same the next time. */
  readonly key: string;
  readonly isPartlyPriced: boolean;
  /** The key is null where it is not listed. */
  readonly forkedFrom:
    (NonNullable<ThreadSummary["forkedFrom"]> & { readonly key: string | null }) | null;
  /** Of a sub-agent: the session that spawned it, if that is listed. */
  readonly parentKey: string | null;
  /** Of the fork of an experiment. */
  readonly experiment: { readonly name: string; readonly variant: string } | null;
}

/** Sessions with hits, the one that changed last first. */
export interface SearchAnswer {
  readonly sessions: readonly {
    readonly key: string;
    readonly title: string | null;
    readonly hits: readonly SearchHit[];
  }[];
  /** There are hits beyond the limit. */
  readonly more: boolean;
  /** Sessions that could not be read, a sentence each. */
  readonly unread: readonly string[];
}

export interface SearchHit {
  readonly offset: number;
  readonly at: string;
  readonly role: string;
  /** Of a call or output. */
  readonly tool: string | null;
  readonly excerpt: string;
  /** Where the hit is in the excerpt, in UTF-16 units. */
  readonly places: readonly { readonly from: number; readonly to: number }[];
}

/** One session, at a glance. While `isIndexed` is false, ask again: the end is known before the rest. */
export interface SessionView {
  readonly row: SessionRow;
  /** Path, or thread id: what a command takes for it. */
  readonly name: string;
  /** The offset that the next event gets. */
  readonly head: number;
  /** Everything was read: turns, timeline and damage are complete. */
  readonly isIndexed: boolean;
  /** How far the reading has come; null: everything was read. */
  readonly reading: Reading | null;
  /** Turns found so far. */
  readonly turns: number;
  /** `line 12, byte 3400, at #11: not-json (20 B set aside)`. */
  readonly damage: readonly string[];
  /** A command that writes a clean copy; null: nothing is damaged. */
  readonly repair: string | null;
  /** `import`: another tool's file, which is never written: an act imports it first, and says so. */
  readonly acts: "allowed" | "import" | "read-only";
}

export interface Reading {
  readonly unit: "event" | "byte";
  readonly done: number;
  readonly total: number;
}

/** For the chart: at most 2,000 points and 2,000 marks, however long the session is. */
export interface Timeline {
  readonly head: number;
  /** False: what is there goes to `head`; ask again. */
  readonly isComplete: boolean;
  readonly points: readonly TimelinePoint[];
  readonly marks: readonly TimelineMark[];
}

export interface TimelinePoint {
  readonly offset: number;
  /** Tokens that the next prompt takes; where several events share a point, the most. */
  readonly tokens: number;
  /** Null: unknown. */
  readonly window: number | null;
}

export interface TimelineMark {
  readonly kind: "compaction" | "rollback" | "fork" | "cache-break";
  readonly offset: number;
  /** How many stand together here. */
  readonly count: number;
  /** `34k → 1.2k tokens`, `back to #120`, `lost 38k tokens: expired`. */
  readonly words: string;
}

/** `by`: what to step over; `to`: in which direction. */
export const STEPS = ["event", "turn", "compaction", "mark"] as const;
export type Step = (typeof STEPS)[number];
export interface StepAnswer {
  /** Null: there is none in that direction. */
  readonly offset: number | null;
}

/** An event as `refold replay` shows it, and as it is recorded. */
export interface EventDetail {
  /** RFC 3339. */
  readonly at: string;
  readonly type: string;
  /** The turn that it is in; null: none, or not known yet. */
  readonly turn: { readonly number: number | null; readonly words: string } | null;
  /** Offset of the rollback that discarded it; null: it survives, or that is not known yet. */
  readonly rolledBackAt: number | null;
  /** As JSON with an indent of 2; its beginning, where it is larger. */
  readonly json: string;
  /** Of `json`, if it were whole. */
  readonly jsonChars: number;
  /** None: it has no words. */
  readonly rows: readonly HappeningRow[];
}

/** One thing that happened, as `refold replay` shows it; its text has at most 2,000 characters. */
export interface HappeningRow extends Pick<Happening, "label" | "text"> {
  /** Said of a call: it failed. */
  readonly failed: boolean;
}

/** A picture that an item holds. */
export interface Picture {
  /** `image/png 640 × 480`. */
  readonly words: string;
  /** Path of its bytes at this server; null: they are missing, or of a kind that is not shown. */
  readonly url: string | null;
  /** A picture on the network, which the page does not load by itself. */
  readonly remoteUrl: string | null;
}
