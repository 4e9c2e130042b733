import { invalidArgument } from "../errors.js";
import { existsSync } from "node:fs";
import { openLog } from "../runtime/open-thread.js";
import type { ThreadLog } from "../runtime/thread-log.js";
import { needsFolder } from "../store/errors.js";
import type { EventStore } from "../store/event-store.js";
import type { JsonlStore } from "../store/jsonl/jsonl-store.js";
import { withHome } from "../store/open-home.js";
import { resolveThreadId } from "../store/resolve-thread-id.js";
import type { HomeOption } from "./session.js";

/** Opens the store that a command works with, and closes it. */
export function withStore<Result>(
  { home }: HomeOption,
  work: (store: EventStore) => Promise<Result>,
): Promise<Result> {
  return withHome(home, ({ store }) => work(store));
}

/**
 * The same for work on files.
 * @throws {RefoldError} `needs-folder`: the home is a database
 */
export function withFiles<Result>(
  { home }: HomeOption,
  work: (store: JsonlStore) => Promise<Result>,
): Promise<Result> {
  return withHome(home, async (opened) => {
    if (opened.kind === "database") throw needsFolder();
    return work(opened.store);
  });
}

/** The same for one thread, by its id, a beginning of it, or a UUID. */
export function withThread<Result>(
  text: string,
  options: HomeOption,
  work: (store: EventStore, threadId: string) => Promise<Result>,
): Promise<Result> {
  refuseFile(text);
  return withStore(options, async (store) => work(store, await resolveThreadId(store, text)));
}

/**
 * The thread that is named.
 * @throws {RefoldError} `invalid-argument`: a file is named: what changes a thread is done to those
 *   of the store
 */
export function threadNamed(store: EventStore, text: string): Promise<string> {
  refuseFile(text);
  return resolveThreadId(store, text);
}

function refuseFile(text: string): void {
  if (/[/\\.]/.test(text) && existsSync(text)) {
    throw invalidArgument(
      `${text} is a file: name a thread of the store`,
      `Take the file in first, and name the id that it prints: refold import ${text}`,
    );
  }
}

/** Opens a stored thread's log at its head, works with it, and closes it. */
export function withLog<Result>(
  text: string,
  options: HomeOption,
  work: (log: ThreadLog) => Promise<Result>,
): Promise<Result> {
  return withThread(text, options, async (store, threadId) => {
    const log = await openLog(threadId, { store });
    const result = await work(log);
    await log.close();
    return result;
  });
}
