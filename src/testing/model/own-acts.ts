import type { OwnEventType, OwnFact } from "../../events/own-event.js";
import { openaiResponses } from "../../projections/providers/openai-responses/openai-responses.js";
import type { RenderedFragment } from "../../runtime/fragments/fragment.js";
import { withOwnFact, withWords } from "./conversation.js";
import { ModelDisagrees } from "./model-disagrees.js";
import type { ThreadAct } from "./thread-command.js";

/** An event of one's own type, in a turn or between turns. */
export function recordOwnEvent(type: OwnEventType, fact: OwnFact): ThreadAct {
  return {
    name: `own-event ${type.type}`,
    act: async (model, real) => {
      await real.thread.recordEvent(type, fact.data);
      model.now = withOwnFact(model.now, JSON.stringify({ type: fact.type, data: fact.data }));
    },
  };
}

/** A fragment of one's own: recorded in the turn, or put into one request alone. */
export function useFragment(use: RenderedFragment<"turn" | "prompt">): ThreadAct {
  const { kind, lifetime, role, text } = use;
  return {
    name: `own-fragment ${kind}`,
    when: ({ now }) => now.isRunning,
    act: async (model, real) => {
      const { turn } = real;
      if (lifetime === "turn") {
        await turn?.recordFragment({ kind, lifetime, role, text });
        model.now = withWords(model.now, [text]);
        return;
      }
      const fragments = [{ kind, lifetime, role, text }];
      const sent = await turn?.request({ provider: openaiResponses, fragments });
      const said = JSON.stringify(sent?.body.input ?? []);
      if (!said.includes(JSON.stringify(text).slice(1, -1))) {
        throw new ModelDisagrees(kind, `the request does not hold its fragment ${kind}`);
      }
    },
  };
}
