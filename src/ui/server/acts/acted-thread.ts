import { invalidArgument } from "../../../errors.js";
import { importBundle } from "../../../sessions/bundle/import-bundle.js";
import { isBundle } from "../../../sessions/bundle/open-bundle.js";
import { fileBytes } from "../../../sessions/file-bytes.js";
import { importFile } from "../../../sessions/import-file.js";
import type { EventStore } from "../../../store/event-store.js";
import { withHome } from "../../../store/open-home.js";
import type { UiContext } from "../ui-context.js";

/** A thread of the store that something is done to. */
export interface ActedThread {
  readonly store: EventStore;
  readonly threadId: string;
  readonly isImported: boolean;
}

/**
 * Works on a session's thread. The store is open no longer than that: whoever drives the thread wants its
 * lease.
 * @throws {RefoldError} `invalid-argument`: a rollout of Refold's own that is in another store, or in none
 */
export async function withActedThread<Result>(
  { list, places: { home } }: UiContext,
  key: string,
  work: (thread: ActedThread) => Promise<Result>,
): Promise<Result> {
  const { collection, threadId, path } = (await list.listed(key)).summary;
  return withHome(home, async ({ store }) => {
    if (collection === "refold") return work({ store, threadId, isImported: false });
    return work({ store, threadId: await importInto({ store, home }, path), isImported: true });
  });
}

/** What an answer begins with. */
export function imported({ isImported, threadId }: ActedThread): string {
  return isImported ? `The file was imported as ${threadId}, and stays as it is: ` : "";
}

/** Imports a file into the store of a home. @returns the thread's id; of a bundle that of the one that was exported */
export async function importInto(
  { store, home }: { readonly store: EventStore; readonly home: string },
  path: string,
): Promise<string> {
  const bytes = await fileBytes(path);
  const results = (await isBundle(bytes))
    ? await importBundle(bytes, { home })
    : [await importFile(bytes, store)];
  const last = results.at(-1);
  if (last === undefined) throw invalidArgument(`${path} holds no thread`);
  return last.threadId;
}
