import type { RefoldEvent } from "./event.js";

/** The offset that an event goes back to; null: it does not roll back. */
export function rollbackOf(event: RefoldEvent): number | null {
  if (event.type === "history.rolled-back") return event.data.to;
  const first = event.derived?.[0];
  return first?.type === "history.rolled-back" ? first.data.to : null;
}
