import type { ForeignObject } from "../shared/object-reader.js";
import type { DecodedLine, DecoderOptions, LineDecoder } from "../shared/session-form.js";
/**
 * Makes one event of each object of a session, in order. Which branch of the tree of entries is live
 * is settled line by line: every beginning of a file folds to what pi would go on with.
 */
export declare class PiDecoder implements LineDecoder {
    #private;
    private readonly options;
    /** @param heldBytes so much is held of what was recorded last; the rest is read again if need be */
    constructor(options: DecoderOptions, heldBytes?: number);
    get head(): number;
    decode(object: Pick<ForeignObject, "value" | "text">): DecodedLine | Promise<DecodedLine>;
}
