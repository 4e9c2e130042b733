import type { RefoldEvent } from "../../events/event.js";
import type { Usage } from "../../events/slices.js";
import { factsOf } from "../../reducers/fold-event.js";

/** What an event reports of a request's cost, itself or in what else it means; null: nothing. */
export function usageIn(event: RefoldEvent): Usage | null {
  for (const fact of factsOf(event)) if (fact.type === "usage.reported") return fact.data.usage;
  return null;
}
