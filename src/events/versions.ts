import type { FactType } from "./event.js";

/**
 * The version of each type's data that this library writes; it lists every type. A changed schema
 * gets the next number and an upcaster (`upcast.ts`); lines of older versions keep opening.
 */
export const CURRENT_VERSIONS: Readonly<Record<FactType, number>> = {
  "thread.started": 1,
  "thread.forked": 1,
  "thread.renamed": 1,
  "thread.configured": 1,
  "instructions.set": 1,
  "tools.declared": 1,
  "turn.started": 1,
  "turn.completed": 1,
  "turn.aborted": 1,
  "context.injected": 1,
  "item.recorded": 2, // version 1 lacked countedBytes
  "request.sent": 1,
  "usage.reported": 1,
  "history.compacted": 1,
  "history.trimmed": 1,
  "history.cleared": 1,
  "history.rolled-back": 1,
  "outputs.cleared": 1,
  "images.replaced": 1,
  "snapshot.taken": 1,
  "snapshot.restored": 1,
  "notice.logged": 1,
  "foreign.kept": 1,
};

/** The same by any name. Asked of every event several times: a map answers in half an object's time. */
export const VERSIONS_BY_NAME: ReadonlyMap<string, number> = new Map(
  Object.entries(CURRENT_VERSIONS),
);

/** The version of an event's data; a line without `v` is of version 1. */
export function versionOf(event: { readonly v?: number | undefined }): number {
  return event.v ?? 1;
}
