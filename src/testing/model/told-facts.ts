import type { TurnContext } from "../../runtime/fragments/turn-context.js";
import type { DrivenThread } from "./driven-thread.js";
import { ModelDisagrees } from "./model-disagrees.js";

/**
 * The lifetimes of one's own fragments (docs/semantics.md §14.2): what a session fragment has to
 * say stands in the ledger while its turn runs, and what one request was told never does.
 */
export function checkTold({ own, thread }: DrivenThread, context: TurnContext): void {
  const texts = ledgerTexts(thread.state.ledger.entries);
  for (const draws of own.fragments ?? []) {
    const isThere = texts.some((text) => draws.fragment.recognise(text));
    const { kind } = draws.fragment;
    if (draws.lifetime === "prompt" && isThere) {
      throw new ModelDisagrees(
        "start-turn",
        `fragment ${kind} lives for a request, and was recorded`,
      );
    }
    if (draws.lifetime !== "session" || isThere) continue;
    const input = { context, changed: null, withdrawn: new Set<string>(), previousTurn: null };
    if (draws.fragment.render(input) === null) continue;
    throw new ModelDisagrees("start-turn", `the model was not told what fragment ${kind} says`);
  }
}

type Entries = DrivenThread["thread"]["state"]["ledger"]["entries"];

function ledgerTexts(entries: Entries): readonly string[] {
  return [...entries].flatMap(({ item, origin }) => {
    if (origin !== "runtime" || item.type !== "message") return [];
    return item.content.flatMap((part) => (part.type === "input_text" ? [part.text] : []));
  });
}
