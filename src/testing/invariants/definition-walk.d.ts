import type { LogEvent } from "../../events/event.js";
import type { LogStep } from "./invariant.js";
/**
 * Walks a log by the definition of its states (law 1): each folded onto the one before it, or
 * onto the one that it goes back to. Only those states are kept that something goes back to. Events
 * and states are frozen, so that nobody who looks at them can change them.
 */
export declare class DefinitionWalk {
    #private;
    /**
     * @param targets every offset that an event of the log goes back to
     * @param sampled offsets at which prompts are looked at
     */
    constructor(targets: ReadonlySet<number>, sampled: ReadonlySet<number>);
    /** Takes the next event of the log. */
    take(given: LogEvent): LogStep;
}
/** Freezes a value and all it holds, so that whoever changes it is found out. */
export declare function deepFreeze<T>(value: T): T;
