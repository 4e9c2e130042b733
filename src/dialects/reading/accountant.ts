import type { EventAccount } from "../../events/event-account.js";
import type { LogEvent } from "../../events/event.js";

/** Says how the events of one session count: given all of them, in their order. */
export interface Accountant {
  take(event: LogEvent): EventAccount;
}

const NONE: readonly never[] = [];

/** Every event counts by its facts alone; a session that is nobody else's, for one. */
export const plainAccountant: Accountant = {
  take: ({ id }) => ({ key: id, isCopy: false, repeated: NONE, aside: NONE }),
};
