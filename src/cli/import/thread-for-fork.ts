import { namesFile } from "../../runtime/discovery/names-file.js";
import { resolveThreadId } from "../../store/resolve-thread-id.js";
import { importOne, type ImportPlace } from "./import-one.js";

/** The thread that FILE|THREAD names; a file is imported first. */
export async function threadForFork(text: string, place: ImportPlace): Promise<string> {
  const imported = namesFile(text) ? (await importOne(text, place)).at(-1) : undefined;
  if (imported !== undefined) return imported.threadId;
  return resolveThreadId(place.store, text);
}
