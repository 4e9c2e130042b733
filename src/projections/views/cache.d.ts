import type { EventSource } from "../../events/event-source.js";
import { type ModelTable } from "../../models/find-model.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { Prompt } from "../prompt/prompt.js";
import { type WalkOptions } from "../walk-log.js";
interface CacheOptions extends WalkOptions {
    readonly models?: ModelTable;
}
/** An event after which a request could not go on from the one before. */
interface CacheBreak {
    readonly offset: number;
    readonly type: string;
    readonly reason: string;
}
/** One request, and what it shares with the one before. Tokens are coarse estimates. */
export interface RequestCache {
    /** Of `request.sent`; in a foreign session, of the first item that the model answered with. */
    readonly offset: number;
    readonly items: number;
    readonly tokens: number;
    /** What both begin with; zero for the first request. */
    readonly common: SharedPrefix;
    /** Why it is not the whole of the request before; empty where it is. */
    readonly brokenBy: readonly CacheBreak[];
    /** Share of the input that can have come from a cache, 0 to 1. */
    readonly estimatedShare: number;
    /** What the provider said; null: nothing. */
    readonly reported: {
        readonly input: number;
        readonly cachedInput: number;
    } | null;
}
export interface CacheReport {
    /** `requests`: by `request.sent`; `responses`: by the model's answers. */
    readonly basis: "requests" | "responses";
    readonly requests: readonly RequestCache[];
    /** Of all requests with a report: estimated and reported cached tokens, and all input. */
    readonly totals: {
        readonly estimated: number;
        readonly cachedInput: number;
        readonly input: number;
    };
}
/**
 * How long a prefix each request of a session shares with the one before, which event broke it, and
 * how that compares with what the provider reported as cached.
 */
export declare function projectCache(source: EventSource, options?: CacheOptions): Promise<CacheReport>;
/** What two requests begin with. */
interface SharedPrefix {
    readonly items: number;
    /** By docs/semantics.md §7.1, instructions and tools included. */
    readonly bytes: number;
    readonly tokens: number;
}
/** A request as its cache sees it. */
export interface CachedRequest {
    readonly prompt: Prompt;
    /** Instructions and tools: what stands before the items. */
    readonly headBytes: number;
    readonly bytes: number;
    readonly tokens: number;
}
/** The request that a state gives, at the cost of what is new since the one before. */
export declare function requestOf(state: ThreadState, previous: CachedRequest | null): CachedRequest;
interface RequestComparison {
    readonly shared: SharedPrefix;
    /** True when the whole of the request before is the beginning of this one. */
    readonly isWhole: boolean;
    /** What else differs, where no event says it. */
    readonly changes: readonly string[];
}
export declare function compareRequests(before: CachedRequest | null, now: CachedRequest): RequestComparison;
export {};
