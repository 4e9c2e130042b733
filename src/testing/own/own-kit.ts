import type fc from "fast-check";
import type { OwnEventType, OwnFact } from "../../events/own-event.js";
import {
  renderFragment,
  type PromptFragment,
  type RenderedFragment,
  type SessionFragment,
  type TurnFragment,
} from "../../runtime/fragments/fragment.js";
import { derivedArbitrary } from "./derived-arbitrary.js";

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
export type OwnFragmentDraws =
  | {
      readonly lifetime: "session";
      readonly fragment: SessionFragment;
      /** The envelope's facts that it speaks for; absent: none now. */
      readonly facts: fc.Arbitrary<Readonly<Record<string, unknown>>>;
    }
  | {
      readonly lifetime: "turn";
      readonly fragment: Recognised;
      readonly uses: fc.Arbitrary<RenderedFragment<"turn">>;
    }
  | {
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
export function ownEvent<Data>(
  type: OwnEventType<Data>,
  data: fc.Arbitrary<Data> = derivedArbitrary(type.type, type.schema),
): OwnEventDraws {
  return { type, facts: data.map((drawn) => type.fact(drawn)) };
}

/**
 * Uses of a fragment of one's own that lives for a turn or for one request.
 * @param inputs what it renders
 */
export function ownFragment<Input>(
  fragment: TurnFragment<Input> | PromptFragment<Input>,
  inputs: fc.Arbitrary<Input>,
): OwnFragmentDraws {
  if (fragment.lifetime === "turn") {
    const uses = inputs.map((input) => renderFragment(fragment, input));
    return { lifetime: "turn", fragment, uses };
  }
  const uses = inputs.map((input) => renderFragment(fragment, input));
  return { lifetime: "prompt", fragment, uses };
}

/**
 * A session fragment of one's own: told with the turn whose facts it speaks for.
 * @param facts values of those facts, as `TurnContext.facts` takes them; one that is absent is none
 */
export function ownSessionFragment(
  fragment: SessionFragment,
  facts: fc.Arbitrary<Readonly<Record<string, unknown>>>,
): OwnFragmentDraws {
  return { lifetime: "session", fragment, facts };
}
