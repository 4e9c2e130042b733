import type { OwnEventType } from "../../events/own-event.js";
import { HOLDS, type LogInvariant } from "../invariants/invariant.js";

/** Events of these types are what their schemas describe, for `checkInvariants(source, {own})`. */
export function eventForm(types: readonly OwnEventType[]): LogInvariant {
  const byName = new Map(types.map((type) => [type.type, type]));
  return {
    over: "log",
    name: "own/event-form",
    sentence: "An event of a type of one's own is what its schema describes.",
    source: "the schemas handed in",
    remedy: "record it with thread.recordEvent, which checks it",
    begin: () => ({
      take: ({ event }) => {
        const type = byName.get(event.type);
        if (type === undefined) return undefined;
        const { error } = type.schema.safeParse(event.data);
        if (error === undefined) return HOLDS;
        return error.issues.map(({ path, message }) => ({
          place: [type.type, ...path].map(String).join("."),
          message,
        }));
      },
    }),
  };
}
