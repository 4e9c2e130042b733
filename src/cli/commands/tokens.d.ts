import { type ThreadTokens } from "../../projections/tokens/project-tokens.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import type { Output } from "../output/output.js";
import type { DeclareCommand } from "../shell.js";
/** `refold tokens`: how full the context is, and of what. */
export declare const declareTokens: DeclareCommand;
/** How full a thread is: the sum, the parts with a bar each, the largest items. */
export declare function tokenLines(tokens: ThreadTokens, state: ThreadState, output: Output): Generator<string>;
