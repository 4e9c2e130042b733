import { rolloutPlace } from "../../sessions/open-session.js";
import type { Exportable } from "../../sessions/exported-thread.js";
import { namesFile } from "../../sessions/path-refused.js";
import { withTemporaryStore } from "../../sessions/temporary-store.js";
import { importOne } from "../commands/import.js";
import type { HomeOption } from "../session.js";
import type { Shell } from "../shell.js";
import { withThread } from "../store.js";

/**
 * What FILE|THREAD names, as a thread of a store. A file that is in no store is taken into one that
 * goes when the work is done: the user's own is only read.
 */
export async function withExportable<Result>(
  text: string,
  { shell, home }: HomeOption & { readonly shell: Shell },
  work: (thread: Exportable) => Promise<Result>,
): Promise<Result> {
  const isFile = namesFile(text);
  const place = isFile
    ? rolloutPlace(text)
    : { ...(home !== undefined && { home }), threadId: text };
  if (place !== null) {
    return withThread(place.threadId, place, (store, threadId) => work({ store, threadId }));
  }
  return withTemporaryStore(async (store) => {
    const results = await importOne(text, { store, shell, reach: "file" });
    return await work({ store, threadId: results.at(-1)?.threadId ?? "" });
  });
}
