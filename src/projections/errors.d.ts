import { RefoldError } from "../errors.js";
import type { PromptRepair } from "./prompt/prompt.js";
/** A prompt was asked for as it stands (`strict`), and the ledger would have to be changed for it. */
export declare class PromptNeedsRepair extends RefoldError {
    readonly repairs: readonly PromptRepair[];
    readonly code = "prompt-needs-repair";
    readonly name = "PromptNeedsRepair";
    readonly remedy = "project without strict, and look at the prompt's repairs";
    constructor(repairs: readonly PromptRepair[]);
}
/** A request needs a blob that the caller did not hand in. */
export declare class BlobMissing extends RefoldError {
    readonly hash: string;
    readonly code = "blob-missing";
    readonly name = "BlobMissing";
    readonly remedy = "hand in the blobs that blobsNeeded names, or ask for placeholders (missingBlobs)";
    constructor(hash: string);
}
/** A provider's response, or a chunk of one, is not of the form that its API documents. */
export declare class InvalidResponse extends RefoldError {
    readonly code = "invalid-response";
    readonly name = "InvalidResponse";
    constructor(provider: string, problem: string);
}
/** Exact counts were asked for and there is nothing to count with. */
export declare class TokenizerUnavailable extends RefoldError {
    readonly code = "tokenizer-unavailable";
    readonly name = "TokenizerUnavailable";
    readonly remedy: string;
    constructor(problem: string, remedy: string, options?: ErrorOptions);
}
