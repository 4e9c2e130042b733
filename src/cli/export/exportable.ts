import { rolloutPlace } from "../../sessions/open-session.js";
import type { Exportable } from "../../sessions/exported-thread.js";
import { namesFile } from "../../sessions/path-refused.js";
import { withTemporaryStore } from "../../sessions/temporary-store.js";
import { homeText } from "../../store/jsonl/home.js";
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
  { shell, home: asked }: HomeOption & { readonly shell: Shell },
  work: (thread: Exportable) => Promise<Result>,
): Promise<Result> {
  const place = namesFile(text) ? rolloutPlace(text) : { home: homeText(asked), threadId: text };
  if (place !== null) {
    const { home } = place;
    return withThread(place.threadId, { home }, (store, threadId) =>
      work({ store, home, threadId }),
    );
  }
  return withTemporaryStore(async (store) => {
    const { home } = store;
    const results = await importOne(text, { store, home, shell, reach: "file" });
    return await work({ store, home, threadId: results.at(-1)?.threadId ?? "" });
  });
}
