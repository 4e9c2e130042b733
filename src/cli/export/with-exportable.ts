import { namesFile } from "../../runtime/discovery/names-file.js";
import { rolloutPlace } from "../../runtime/discovery/rollout-place.js";
import { jsonlStore } from "../../store/jsonl/jsonl-store.js";
import { temporaryHome } from "../../store/jsonl/temporary-home.js";
import { importOne } from "../import/import-one.js";
import type { HomeOption } from "../session.js";
import type { Shell } from "../shell.js";
import { withThread } from "../store.js";
import type { Exportable } from "./export-parts.js";

interface ExportableOptions extends HomeOption {
  readonly shell: Shell;
}

/**
 * What FILE|THREAD names, as a thread of a store. A file that lies in no store is taken into one that
 * goes when the work is done: the user's own is only read.
 */
export async function withExportable<Result>(
  text: string,
  { shell, home }: ExportableOptions,
  work: (thread: Exportable) => Promise<Result>,
): Promise<Result> {
  const isFile = namesFile(text);
  const inStore = isFile ? rolloutPlace(text) : null;
  if (inStore !== null || !isFile) {
    const place = inStore === null ? { ...(home !== undefined && { home }) } : inStore;
    return withThread(inStore?.threadId ?? text, place, (store, threadId) =>
      work({ store, threadId }),
    );
  }
  const temporary = temporaryHome();
  const store = jsonlStore({ home: temporary.home, durability: "none" });
  try {
    const results = await importOne(text, { store, shell });
    return await work({ store, threadId: results.at(-1)?.threadId ?? "" });
  } finally {
    await store.close();
    temporary.remove();
  }
}
