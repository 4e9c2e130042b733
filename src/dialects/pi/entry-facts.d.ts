import type { RecordedItem } from "../../events/item.js";
import type { JsonObject } from "../../events/primitives.js";
import type { RecordingOptions } from "../shared/evidence.js";
import type { LineFact } from "../shared/tree-facts.js";
import { type EntryNode } from "./entry-tree.js";
/** What an entry shows to the model, in folding order. */
export declare function itemFacts(entry: JsonObject, options: RecordingOptions): readonly LineFact[];
/** What an answer reports besides its items: what it cost, and how it ended. */
export declare function reportFacts({ message }: JsonObject): readonly LineFact[];
/** What the branch is set to, where the entry says so or its branch was left in between. */
export declare function settingFacts(node: EntryNode): readonly LineFact[];
/** The session's name, which counts wherever it was given. @param title the newest */
export declare function titleFacts(node: EntryNode, title: string | null): readonly LineFact[];
export declare function noticeOf(kind: string, message: string, level?: "info" | "warning" | "error"): LineFact;
/** An entry that a compaction keeps, with the items that it recorded. */
export interface KeptEntry {
    readonly node: EntryNode;
    readonly items: readonly RecordedItem[];
}
interface CompactionOptions {
    readonly node: EntryNode;
    readonly kept: readonly KeptEntry[];
    readonly historyVersion: number;
}
/** What a compaction leaves: its summary, then what it kept. */
export declare function compactionFact(entry: JsonObject, { node, kept, historyVersion }: CompactionOptions): LineFact;
export {};
