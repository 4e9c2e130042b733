import type { SessionFragment } from "./fragment.js";
/** The session fragments that a thread tells its model, in the order of telling. */
export interface FragmentRegistry {
    readonly session: readonly SessionFragment[];
}
/**
 * The built-in fragments, and the caller's own behind them.
 * @throws {InvalidArgument} two fragments have one kind, or speak for one fact
 */
export declare function fragmentRegistry(own?: readonly SessionFragment[]): FragmentRegistry;
