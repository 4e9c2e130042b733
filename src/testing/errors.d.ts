import { RefoldError } from "../errors.js";
/** A thread does not do what the reference says. The message names the rollout that shows it. */
export declare class ModelDisagrees extends RefoldError {
    /** The command behind which it was found. */
    readonly command: string;
    readonly what: string;
    readonly code = "model-disagrees";
    readonly name = "ModelDisagrees";
    /** The command that opens the rollout; null: there is none yet. */
    readonly opened: string | null;
    constructor(
    /** The command behind which it was found. */
    command: string, what: string, more?: {
        readonly opened?: string;
        readonly cause?: unknown;
    });
}
