import fc from "fast-check";
import { z } from "zod";
import type { OwnEventType, OwnFact } from "../events/own-event.js";
import { type PromptFragment, type RenderedFragment, type SessionFragment, type TurnFragment } from "../runtime/fragments/fragment.js";
/** Event types and fragments of one's own, to be mixed into what is generated. */
export interface OwnKit {
    readonly events?: readonly OwnEventDraws[];
    readonly fragments?: readonly OwnFragmentDraws[];
}
/** Facts of a type of one's own, as they are drawn. */
export interface OwnEventDraws {
    readonly type: OwnEventType;
    readonly facts: fc.Arbitrary<OwnFact>;
}
/** Uses of a fragment of one's own, as they are drawn. */
export type OwnFragmentDraws = {
    readonly lifetime: "session";
    readonly fragment: SessionFragment;
    /** The envelope's facts that it speaks for; absent: none now. */
    readonly facts: fc.Arbitrary<Readonly<Record<string, unknown>>>;
} | {
    readonly lifetime: "turn";
    readonly fragment: Recognised;
    readonly uses: fc.Arbitrary<RenderedFragment<"turn">>;
} | {
    readonly lifetime: "prompt";
    readonly fragment: Recognised;
    readonly uses: fc.Arbitrary<RenderedFragment<"prompt">>;
};
/** Told by its markers. */
type Recognised = Pick<SessionFragment, "kind" | "recognise">;
/**
 * Events of one's own type, for `histories({own})` and `threadCommands({own})`.
 * @param data what they say; absent: derived from the type's schema
 * @throws {InvalidArgument} nothing can be derived from it
 */
export declare function ownEvent<Data>(type: OwnEventType<Data>, data?: fc.Arbitrary<Data>): OwnEventDraws;
/**
 * Uses of a fragment of one's own that lives for a turn or for one request.
 * @param inputs what it renders
 */
export declare function ownFragment<Input>(fragment: TurnFragment<Input> | PromptFragment<Input>, inputs: fc.Arbitrary<Input>): OwnFragmentDraws;
/**
 * A session fragment of one's own: told with the turn whose facts it speaks for.
 * @param facts values of those facts, as `TurnContext.facts` takes them; one that is absent is none
 */
export declare function ownSessionFragment(fragment: SessionFragment, facts: fc.Arbitrary<Readonly<Record<string, unknown>>>): OwnFragmentDraws;
/**
 * Values that a zod schema accepts, derived from its JSON Schema; what only a refinement knows is
 * filtered out afterwards.
 * @throws {InvalidArgument} the schema says something that cannot be derived: give an arbitrary then.
 *   Drawing throws the same where what is derived is refused again and again
 */
export declare function derivedArbitrary<Data>(type: string, schema: z.ZodType<unknown, Data>): fc.Arbitrary<Data>;
export {};
