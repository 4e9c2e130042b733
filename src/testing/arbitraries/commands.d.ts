import fc from "fast-check";
import type { Envelope } from "../../events/slices.js";
import type { HistoryCommand, OwnEventCommand } from "../history-command.js";
import type { OwnKit } from "../own-kit.js";
type CommandOf<Kind extends HistoryCommand["do"]> = fc.Arbitrary<Extract<HistoryCommand, {
    do: Kind;
}>>;
type CommandsByKind = {
    readonly [Kind in Exclude<HistoryCommand["do"], "own-fragment">]: CommandOf<Kind>;
} & {
    readonly "parallel-calls": CommandOf<"call">;
    readonly "abort-turn": CommandOf<"end-turn">;
    readonly "own-event": readonly fc.Arbitrary<OwnEventCommand>[];
    readonly "own-fragment": readonly CommandOf<"own-fragment">[];
};
/**
 * What a history is drawn from, by the name that weights it.
 * @param images how often an image stands where a text could
 */
export declare function commandsByKind(images: number, own: OwnKit): CommandsByKind;
/**
 * The weights of a generator: the usual ones, with those that the caller gives in their place.
 * @param what is weighted, for messages: `history`, `thread command`
 * @throws {InvalidArgument} a weight is no whole number from 0 on; there is none of such a name (says
 *   which are spelled alike); all are 0
 */
export declare function readWeights<Name extends string>(what: string, usual: Readonly<Record<Name, number>>, given: Partial<Readonly<Record<Name, number>>>): Readonly<Record<Name, number>>;
/** @throws {InvalidArgument} there is nothing left that could be drawn */
export declare function refuseNothing(what: string, weights: readonly number[]): void;
/** Envelopes: the facts of a turn, each there or unknown. */
export declare function envelopes(): fc.Arbitrary<Envelope>;
export {};
