import type { CheckWish } from "../check/check-sessions.js";
import type { DeclareCommand, Shell } from "../shell.js";
/** `refold check`: what holds of every thread, asked of this one. */
export declare const declareCheck: DeclareCommand;
/** Every invariant: its name, what it says, and where that is written. */
export declare function listInvariants({ invariant: names, json }: CheckWish, { output }: Shell): void;
