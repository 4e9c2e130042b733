import { RefoldError } from "../../errors.js";
import { type ModelError } from "../errors.js";
/**
 * The typed error for what a client threw, or for an error that stood in a stream.
 * @returns errors of this library as they are; `StreamInterrupted` for what says nothing of an
 *   answer: no connection, a connection that broke, a chunk that is no JSON
 */
export declare function toModelError(provider: string, error: unknown): RefoldError;
/** True for an error behind which the same request may well succeed. */
export declare function isTransient(error: unknown): error is ModelError;
