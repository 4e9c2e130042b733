import type { MessageItem, ReasoningItem } from "../../events/item.js";
import type { CallPair } from "../arbitraries/calls.js";
import { type ThreadAct } from "./travel-acts.js";
type Facts = Readonly<Record<string, unknown>>;
/** Starts a turn with a user's words; while one runs it is refused. */
export declare function startTurn(text: string, facts: Facts): ThreadAct;
/** A model's message or reasoning. */
export declare function recordItem(item: MessageItem | ReasoningItem): ThreadAct;
/** Calls, all of them first, then the outputs of those that are answered (0 leaves one open). */
export declare function recordCalls(drawn: readonly (readonly [CallPair, number])[]): ThreadAct;
export declare function endTurn(outcome: "completed" | "aborted"): ThreadAct;
export declare function wholeTurn(text: string, facts: Facts, answer: MessageItem): ThreadAct;
/** A checkpoint between turns. */
export declare const compact: ThreadAct;
/** Goes on in a fork, from a place behind one of the commands; its parent stays as it was. */
export declare function fork(share: number): ThreadAct;
/** The process is gone in the middle of a write; another goes on. What was acknowledged counts. */
export declare function crash(tornShare: number): ThreadAct;
/** The thread is closed and gone on with. */
export declare const resume: ThreadAct;
/** Readers are at their first events, in the middle and at the end while a turn is written. */
export declare function readWhileWriting(text: string, first: number): ThreadAct;
export {};
