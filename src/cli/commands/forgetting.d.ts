import { type Forgetting } from "../../projections/views/forgetting.js";
import type { Output } from "../output/output.js";
import type { DeclareCommand } from "../shell.js";
/** `refold forgetting`: what the model does not see any more, why, and where the originals are. */
export declare const declareForgetting: DeclareCommand;
/** What was forgotten, oldest first, with where the largest pieces still are. */
export declare function forgettingLines(found: readonly Forgetting[], output: Output): Generator<string>;
