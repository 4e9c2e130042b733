import type { RefoldEvent } from "../../events/event.js";
import type { TruncationPolicy } from "../../events/primitives.js";
import { EmptyRollout, NotARollout } from "../errors.js";
import { type ByteSource } from "./byte-source.js";
import type { ForeignDamage } from "./damage.js";
import type { DamagedPlace, ForeignObject } from "./object-reader.js";
import { type ReadLine } from "./read-content.js";
import type { DecodedLine, SessionForm } from "./session-form.js";
/**
 * Reads a session as events: one for each JSON object, in order; its offset is the object's ordinal.
 * Damage is reported and passed over. What is read is not kept, so that a file of any size can be
 * read; nothing is written.
 *
 * @param content not compressed (`openUnpacked`)
 * @throws {EmptyRollout} there is nothing in it @throws {NotARollout} there is no object in it
 * @throws {MixedDialects} it goes on in another dialect
 */
export declare function decodeSession(content: ByteSource, form: SessionForm, options?: ReadingOptions): AsyncGenerator<RefoldEvent, void, undefined>;
/**
 * The same, each event handed on as it is made: to be waited for once an event costs about as much as
 * decoding it, which tells where thousands of files are read.
 */
export declare function visitSession(content: ByteSource, form: SessionForm, { onEvent, ...options }: ReadingOptions & {
    readonly onEvent: (event: RefoldEvent) => void;
}): Promise<void>;
/**
 * The same, those of a chunk at a time: of offsets `from` to `to`, and nothing is looked at behind them.
 * What was decoded before something that cannot be is given before the error.
 */
export declare function decodeRuns(content: ByteSource, form: SessionForm, { from, to, ...options }?: ReadingOptions & Range): AsyncGenerator<readonly RefoldEvent[], void, undefined>;
/** Offsets, both inclusive; absent: the first, the newest. */
interface Range {
    readonly from?: number;
    readonly to?: number;
}
/** Why a file gave no event at all. */
export declare function nothingIn(content: ByteSource): Promise<EmptyRollout | NotARollout>;
/** What a file is whose first bytes are of no session. */
export declare function refusal(name: string, firstBytes: Uint8Array): EmptyRollout | NotARollout;
export interface ReadingOptions {
    /** How tool outputs are bounded, whatever the session says; absent: as it says. */
    readonly toolOutputLimit?: TruncationPolicy;
    /** Told of each damaged place, in the order of the file. */
    readonly onDamage?: (damage: ForeignDamage) => void;
    /** Told of each object right before its event is given. */
    readonly onObject?: (place: Pick<ForeignObject, "start" | "end">) => void;
    /** Told where in the content stands what an event names by hash. */
    readonly onEvidence?: (hash: string, place: Pick<ForeignObject, "start" | "end">) => void;
}
/** One pass over a session's content: its decoder, and what the lines say besides events. */
export declare class ForeignReading {
    #private;
    private readonly content;
    private readonly form;
    private readonly options;
    private constructor();
    static begin(content: ByteSource, form: SessionForm, options: ReadingOptions): Promise<ForeignReading>;
    get head(): number;
    /** Takes a line; its objects are to be decoded then, in order. */
    begin({ line, objects, damage }: ReadLine): void;
    /** @throws {MixedDialects} the object is a line of another dialect than those before it */
    decode(object: ForeignObject): DecodedLine | Promise<DecodedLine>;
    damaged(place: DamagedPlace): void;
    /** The content is at its end: no event follows the damage that was not told yet. */
    end(): void;
}
export {};
