import { type Members } from "./primitive-checks.js";
/** Accepts the data that the schema `HistoryCompacted` accepts. */
export declare function isHistoryCompacted(data: Members): boolean;
