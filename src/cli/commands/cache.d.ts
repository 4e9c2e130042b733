import { type CacheReport } from "../../projections/views/cache.js";
import type { Output } from "../output/output.js";
import type { DeclareCommand } from "../shell.js";
/** `refold cache`: how much of each request the one before had already, and what broke it. */
export declare const declareCache: DeclareCommand;
/** A request a line: its size, what it shares with the one before, what the provider reported. */
export declare function cacheLines(report: CacheReport, output: Output): Generator<string>;
