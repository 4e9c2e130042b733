import { type Travelled } from "../../runtime/travel.js";
import type { DeclareCommand } from "../shell.js";
/** `refold rollback`: a thread goes back; nothing is deleted. */
export declare const declareRollback: DeclareCommand;
/** `refold undo`: back to before the newest turn, or the newest edit of the history. */
export declare const declareUndo: DeclareCommand;
/** `refold redo`: takes the newest rollback or undo back. */
export declare const declareRedo: DeclareCommand;
/** Where a thread went, or why it stayed. */
export declare function travelledWords(travelled: Travelled): string;
