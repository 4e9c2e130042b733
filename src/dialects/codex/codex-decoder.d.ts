import type { ForeignObject } from "../shared/object-reader.js";
import type { DecodedLine, DecoderOptions, LineDecoder } from "../shared/session-form.js";
type DecodableObject = Pick<ForeignObject, "value" | "text">;
/**
 * Makes one event of each object of a rollout, in order. What Codex would only settle later is said
 * by the line that settles it, in its event's `derived` (docs/semantics.md §12.11).
 */
export declare class CodexDecoder implements LineDecoder {
    #private;
    private readonly options;
    constructor(options: DecoderOptions);
    /** The offset that the next event gets: the number of objects so far. */
    get head(): number;
    /** @returns a promise only where an earlier line has to be read again; wait for it */
    decode(object: DecodableObject): DecodedLine | Promise<DecodedLine>;
}
export {};
