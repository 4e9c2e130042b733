import { ceil4 } from "../events/token-bytes.js";
import type { HistoryBuilder } from "./history-builder.js";
import type { OwnFragmentUse } from "./history-command.js";
import { madeHash } from "./made-names.js";
import { message, recordedItem, renderContext } from "./render-context.js";
import { endTurn, startTurn } from "./render-turn.js";

/** A fragment of one's own where its lifetime lets it stand. */
export function renderOwnFragment(builder: HistoryBuilder, use: OwnFragmentUse): HistoryBuilder {
  switch (use.lifetime) {
    case "session":
      return tellSession(builder, use);
    case "turn": {
      if (builder.state.turns.running === null) startTurn(builder, {}, true);
      const data = recordedItem(message(use.role, use.text), "runtime");
      return builder.append({ type: "item.recorded", data });
    }
    case "prompt": {
      const { kind, lifetime, role, text } = use;
      return builder.append({
        type: "request.sent",
        data: {
          upTo: builder.head - 1,
          target: { provider: "openai" },
          fragments: [{ kind, lifetime, role, text }],
          body: madeHash(builder.head),
          estimatedTokens: builder.state.ledger.tokens,
        },
      });
    }
  }
}

/** A turn whose context tells the fragment's facts, beside whatever else it has to tell. */
function tellSession(
  builder: HistoryBuilder,
  use: Extract<OwnFragmentUse, { lifetime: "session" }>,
): HistoryBuilder {
  const { kind, role, lifetime, facts, text } = use;
  endTurn(builder, false);
  const known = builder.state.baseline;
  startTurn(builder, facts, false);
  const envelope = builder.state.turns.running?.envelope ?? {};
  const { items, fragments } = renderContext(envelope, known?.envelope ?? null);
  const names = text === null ? [] : Object.keys(facts);
  if (text !== null && names.length > 0) {
    const told = recordedItem(message(role, text), "runtime");
    fragments.push(
      ...names.map((fact, index) => ({
        ...{ kind, lifetime, fact, item: items.length },
        tokens: index === 0 ? ceil4(told.countedBytes) : 0,
      })),
    );
    items.push(told);
  }
  const mode = known === null ? ("full" as const) : ("diff" as const);
  return builder.append({ type: "context.injected", data: { mode, items, fragments } });
}
