import { existsSync } from "node:fs";
import { FileNotFound } from "../../runtime/discovery/file-not-found.js";
import { resolveThreadId } from "../../store/resolve-thread-id.js";
import { importOne, type ImportPlace } from "./import-one.js";

/** The thread that FILE|THREAD names; a file is imported first. */
export async function threadForFork(text: string, place: ImportPlace): Promise<string> {
  if (existsSync(text)) return (await importOne(text, place)).threadId;
  if (/[/\\.~]/.test(text)) throw new FileNotFound(text);
  return resolveThreadId(place.store, text);
}
