import type { TruncationPolicy } from "../../events/primitives.js";
import { type Settings } from "./session-start.js";
/** An entry that was written: where a branch can go on. */
export interface Place {
    /** Null: the beginning. */
    readonly id: string | null;
    readonly parent: Place | null;
    readonly isCompaction: boolean;
    /** What the model is shown behind it. */
    readonly ledger: number;
    readonly settings: Settings;
    /** How a reader bounds outputs behind it. */
    readonly policy: TruncationPolicy;
}
/** The tree of what was written, by what its places show to the model. */
export declare class WrittenSession {
    #private;
    private readonly threadId;
    readonly root: Place;
    constructor(threadId: string);
    /** Where the next entry goes. */
    get tip(): Place;
    /** The newest entry: where a reader believes the session to be. */
    get newest(): Place;
    /** The newest place that shows a ledger, besides the tip. */
    placeOf(ledger: number): Place | undefined;
    placeAt(id: string): Place | undefined;
    /** Notes an entry; it is where the session goes on. */
    add(place: Place & {
        readonly id: string;
    }): void;
    /** The newest entry shows more than before. */
    grow(place: Place & {
        readonly id: string;
    }): void;
    goTo(place: Place): void;
    /** Eight digits, as pi draws them, that no other entry has. */
    newId(): string;
}
