import type { Compaction, NoCompaction } from "../../runtime/compaction/compaction.js";
import type { Output } from "../output/output.js";
import type { DeclareCommand } from "../shell.js";
/** `refold compact`: a smaller history, without a model; what went stays in the log. */
export declare const declareCompact: DeclareCommand;
/** What a compaction did or would do: what goes and what stays by kind, the tokens before and after. */
export declare function compactionLines(done: Compaction | NoCompaction, { styles, columns }: Output): Generator<string>;
