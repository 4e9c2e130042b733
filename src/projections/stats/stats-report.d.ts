import { type Spend, type Tally, type ThreadSize } from "./tally.js";
/** How often a tool was used, and what it gave back. Sizes are of the outputs before bounding. */
export interface ToolReport {
    readonly name: string;
    readonly calls: number;
    readonly failures: number;
    readonly outputs: number;
    readonly outputBytes: number;
    /** Within 1 %. */
    readonly medianBytes: number;
    readonly p95Bytes: number;
    readonly maxBytes: number;
}
export interface TypeReport {
    /** An event's type. */
    readonly type: string;
    /** Of its item, or of the foreign line that it stands for; null: the type says it all. */
    readonly kind: string | null;
    readonly events: number;
    readonly bytes: number;
}
/** What a tally says, sorted for people and programs. */
export interface StatsReport {
    readonly threads: number;
    readonly forks: number;
    readonly turns: number;
    readonly compactions: number;
    readonly rollbacks: number;
    readonly events: number;
    readonly bytes: number;
    /** Events that a session copied from another one; they count where they came from. */
    readonly copiedEvents: number;
    readonly firstAt: string | null;
    readonly lastAt: string | null;
    readonly tokens: Spend;
    /** `cachedInput / input`, 0 to 1; null: no input was reported. */
    readonly cacheShare: number | null;
    /** Most tokens first. */
    readonly models: readonly (Spend & {
        readonly model: string;
    })[];
    /** Oldest first, days (UTC) without a request left out. */
    readonly days: readonly DayReport[];
    /** Most calls first. */
    readonly tools: readonly ToolReport[];
    /** Most bytes first. */
    readonly types: readonly TypeReport[];
    /** Most tokens first. */
    readonly largest: readonly ThreadSize[];
}
export interface DayReport extends Spend {
    /** `2026-04-01`. */
    readonly day: string;
    /** Most tokens first. */
    readonly models: readonly (Spend & {
        readonly model: string;
    })[];
}
/** Sorts a tally out. Totals are sums of the same reports, however they are cut. */
export declare function statsReport(tally: Tally): StatsReport;
