/** Tokens that were paid for, and in how many requests. */
export interface Spend {
    requests: number;
    /** Everything that went in; `cachedInput` and `cacheWrite` are parts of it. */
    input: number;
    cachedInput: number;
    cacheWrite: number;
    output: number;
    /** Part of `output`. */
    reasoning: number;
    total: number;
}
interface ToolUse {
    calls: number;
    /** Outputs that were recorded as failed. */
    failures: number;
    /** Sizes of the outputs as the tool gave them, before they were bounded. */
    readonly outputs: SizeHistogram;
}
export interface TypeSize {
    events: number;
    /** As stored. */
    bytes: number;
}
/** One thread among the largest. */
export interface ThreadSize {
    /** The path or id by which it was read. */
    readonly name: string;
    readonly threadId: string | null;
    /** RFC 3339 of its first and last counted event. */
    readonly firstAt: string;
    readonly lastAt: string;
    readonly turns: number;
    readonly events: number;
    readonly bytes: number;
    /** Tokens that it cost: everything in and out. */
    readonly tokens: number;
}
/** Counts of any number of threads. Two tallies of different threads add up to that of both. */
export interface Tally {
    threads: number;
    /** Of the threads, those that began as a fork. */
    forks: number;
    turns: number;
    compactions: number;
    rollbacks: number;
    events: number;
    bytes: number;
    /** Events that a session copied from another and that count there; their bytes count here. */
    copiedEvents: number;
    /** RFC 3339; null: nothing was counted. */
    firstAt: string | null;
    lastAt: string | null;
    /** By day (UTC) and model: the key is `YYYY-MM-DD` with the model's name behind it. */
    readonly spend: Map<string, Spend>;
    readonly tools: Map<string, ToolUse>;
    /** By type, with the kind of item or foreign line behind a space. */
    readonly types: Map<string, TypeSize>;
    /** Every model that was met, counted or not. */
    readonly models: Set<string>;
    /** By tokens, most first; no more than `LARGEST`. */
    largest: readonly ThreadSize[];
}
export declare function emptyTally(): Tally;
/** The tally of all threads of both. Neither is changed; the order of merging does not matter. */
export declare function mergeTallies(one: Tally, other: Tally): Tally;
/** The same in place, for adding up thousands. */
export declare function addTally(into: Tally, other: Tally): void;
/** The value of a key, made when there is none. */
export declare function entry<Value>(map: Map<string, Value>, key: string, make: () => Value): Value;
export declare function emptySpend(): Spend;
export declare function emptyToolUse(): ToolUse;
export declare function emptyTypeSize(): TypeSize;
export declare function addSpend(into: Spend, other: Readonly<Spend>): void;
export declare function addTokens(into: Spend, other: Readonly<Omit<Spend, "requests">>): void;
export declare function earlier(one: string | null, other: string | null): string | null;
export declare function later(one: string | null, other: string | null): string | null;
/**
 * Sizes in bytes, counted in buckets whose bounds grow by 2 %: quantiles are right within 1 %, and
 * the histograms of two sets add up to that of both.
 */
interface SizeHistogram {
    count: number;
    bytes: number;
    maxBytes: number;
    /** How many sizes are in a bucket, by its number. */
    readonly buckets: Map<number, number>;
}
export declare function emptySizes(): SizeHistogram;
export declare function addSize(sizes: SizeHistogram, sizeBytes: number): void;
/**
 * The size that a share of all sizes does not exceed, by nearest rank.
 * @param share 0 to 1: 0.5 is the median
 * @returns bytes, within 1 %; 0 when there are no sizes
 */
export declare function sizeQuantile(sizes: SizeHistogram, share: number): number;
export {};
