import { basename, dirname, resolve } from "node:path";
import { isUlid } from "../../events/ids.js";

/** The store that a rollout's file lies in, by its path; null: it lies outside of any. */
export function rolloutPlace(
  file: string,
): { readonly home: string; readonly threadId: string } | null {
  const path = resolve(file);
  const threadId = basename(path).replace(/\.jsonl(\.gz)?$/, "");
  const day = /^(.*)[/\\]threads[/\\]\d{4}[/\\]\d{2}[/\\]\d{2}$/.exec(dirname(path));
  const home = day?.[1];
  return home !== undefined && isUlid(threadId) ? { home, threadId } : null;
}
