import { existsSync } from "node:fs";
import { FileNotFound } from "../../runtime/discovery/file-not-found.js";
import { resolveThreadId } from "../../store/resolve-thread-id.js";
import { importOne, type ImportPlace } from "./import-one.js";

/** The thread that FILE|THREAD names; a file is imported first. */
export async function threadForFork(text: string, place: ImportPlace): Promise<string> {
  const imported = existsSync(text) ? (await importOne(text, place)).at(-1) : undefined;
  if (imported !== undefined) return imported.threadId;
  if (/[/\\.~]/.test(text)) throw new FileNotFound(text);
  return resolveThreadId(place.store, text);
}
