import type { ThreadState } from "../../reducers/thread-state.js";
import type { BlobReader } from "../../sessions/session.js";
import type { Output } from "../output/output.js";
import type { DeclareCommand } from "../shell.js";
/** `refold state`: everything that is folded from the log up to an offset. */
export declare const declareState: DeclareCommand;
/** A state for people: what it is at, then the ledger, an item a line. */
export declare function stateLines(state: ThreadState, name: string, output: Output): Generator<string>;
/**
 * A state as `refold state --json` prints it: stable, described in docs/cli.md.
 * @throws {BlobMissing} @throws {BlobCorrupt} an image's bytes cannot be had
 */
export declare function stateJson(state: ThreadState, blobs: BlobReader): Promise<object>;
