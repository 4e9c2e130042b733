import type { TruncationPolicy } from "../../events/primitives.js";
import type { ForeignObject } from "../shared/object-reader.js";
import type { DecodedLine, DecoderOptions, LineDecoder } from "../shared/session-form.js";
import { type KeptLine } from "./kept-segment.js";
import { SessionTree } from "./session-tree.js";
/**
 * Makes one event of each object of a transcript, in order. Which branch of the tree of messages is
 * live is settled line by line: every beginning of a file folds to what Claude Code would go on with.
 */
export declare class ClaudeCodeDecoder implements LineDecoder {
    #private;
    private readonly options;
    /** @param heldBytes so much is held of what was recorded last; the rest is read again if need be */
    constructor(options: DecoderOptions, heldBytes?: number);
    get head(): number;
    /** The messages so far, for who writes a transcript on. */
    get tree(): Pick<SessionTree, "tip" | "placeBehind">;
    /** Under what an output is bounded that names no limit of its own. */
    get policy(): TruncationPolicy;
    decode(object: Pick<ForeignObject, "value" | "text">): DecodedLine | Promise<DecodedLine>;
    /**
     * The same at once.
     * @param again earlier lines that the line keeps and that are not held any more
     */
    decodeHeld(object: Pick<ForeignObject, "value" | "text">, again?: readonly KeptLine[]): DecodedLine;
}
