import type fc from "fast-check";
import type { OwnEventType, OwnFact } from "../../events/own-event.js";
import type { RenderedFragment } from "../../runtime/fragments/fragment.js";
import type { DrivenThread } from "./driven-thread.js";
import { type ThreadModel } from "./thread-model.js";
/** What a command does to the thread and to the reference of it. */
export interface ThreadAct {
    /** In a few words, with what was drawn. */
    readonly name: string;
    /** Where it has a meaning; absent: everywhere. */
    readonly when?: (model: Readonly<ThreadModel>) => boolean;
    readonly act: (model: ThreadModel, real: DrivenThread) => Promise<void>;
}
/** One step of a thread, checked behind it. */
export declare class ThreadCommand implements fc.AsyncCommand<ThreadModel, DrivenThread> {
    private readonly step;
    constructor(step: ThreadAct);
    check(model: Readonly<ThreadModel>): boolean;
    run(model: ThreadModel, real: DrivenThread): Promise<void>;
    toString(): string;
}
/** Asks for something that has to be refused. @throws {ModelDisagrees} it is not */
export declare function refused(name: string, code: string, task: () => Promise<unknown>): Promise<void>;
/** Goes back so many user turns; more than there are: to before the first. */
export declare function rollBackTurns(turns: number): ThreadAct;
/** Goes back to a place behind one of the commands. */
export declare function rollBackTo(share: number): ThreadAct;
export declare const undo: ThreadAct;
export declare const redo: ThreadAct;
/** An event of one's own type, in a turn or between turns. */
export declare function recordOwnEvent(type: OwnEventType, fact: OwnFact): ThreadAct;
/** A fragment of one's own: recorded in the turn, or put into one request alone. */
export declare function useFragment(use: RenderedFragment<"turn" | "prompt">): ThreadAct;
