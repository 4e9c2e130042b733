import { InvalidArgument } from "../../errors.js";
import { listThreads } from "../../runtime/discovery/listing/list-threads.js";
import type { ThreadSummary } from "../../runtime/discovery/listing/thread-summary.js";
import type { JsonlStore } from "../../store/jsonl/jsonl-store.js";
import { resolveThreadId } from "../../store/resolve-thread-id.js";
import { ThreadHasForks } from "../../store/thread-has-forks.js";
import { parseMoment } from "../options/moment.js";
import { counted, timeFigure } from "../output/figures.js";
import { excerpt } from "../output/layout.js";
import type { HomeOption } from "../session.js";
import type { Shell } from "../shell.js";
import { withStore } from "../store.js";
import { askWhether } from "./ask-whether.js";

export interface DeleteThreadsOptions extends HomeOption {
  readonly olderThan?: string;
  readonly yes?: true;
}

/**
 * Deletes the threads that are named, or old enough, once somebody has said yes: forks before their
 * parents.
 * @throws {InvalidArgument} nothing is named, or nobody can be asked
 * @throws {ThreadHasForks} a thread has forks that stay; nothing was deleted
 */
export function deleteThreads(
  texts: readonly string[],
  { olderThan, yes, ...options }: DeleteThreadsOptions,
  shell: Shell,
): Promise<void> {
  if (texts.length === 0 && olderThan === undefined) {
    throw new InvalidArgument("nothing is named", "name threads, or give --older-than AGE");
  }
  const before = olderThan === undefined ? null : parseMoment(olderThan, "--older-than");
  return withStore(options, async (store) => {
    const all = await listThreads({ home: store.home });
    const named = texts.length === 0 ? all : await findNamed(store, texts, all);
    const chosen = named.filter(
      ({ updatedAt }) => before === null || updatedAt < before.toISOString(),
    );
    const ordered = forksFirst(chosen, all);
    if (ordered.length === 0) {
      shell.output.text("no thread is old enough");
    } else if (yes === true || (await isAgreed(ordered, shell))) {
      for (const { threadId } of ordered) {
        await store.delete(threadId);
        shell.output.text(`${threadId}  deleted`);
        await shell.output.flush();
      }
    } else {
      shell.output.text("nothing was deleted");
    }
  });
}

async function findNamed(
  store: JsonlStore,
  texts: readonly string[],
  all: readonly ThreadSummary[],
): Promise<readonly ThreadSummary[]> {
  const ids = new Set<string>();
  for (const text of texts) ids.add(await resolveThreadId(store, text));
  return all.filter(({ threadId }) => ids.has(threadId));
}

/** @throws {ThreadHasForks} some forks of a chosen thread are not chosen */
function forksFirst(
  chosen: readonly ThreadSummary[],
  all: readonly ThreadSummary[],
): readonly ThreadSummary[] {
  const byId = new Map(chosen.map((thread) => [thread.threadId, thread]));
  const ordered = new Set<ThreadSummary>();
  const visited = new Set<ThreadSummary>();
  const visit = (thread: ThreadSummary): void => {
    if (visited.has(thread)) return;
    visited.add(thread);
    const forks = thread.forks === 0 ? [] : forksOf(thread, all);
    const staying = forks.filter(({ threadId }) => !byId.has(threadId));
    if (staying.length > 0) {
      throw new ThreadHasForks(
        thread.threadId,
        staying.map(({ threadId }) => threadId),
      );
    }
    forks.forEach(visit);
    ordered.add(thread);
  };
  chosen.forEach(visit);
  return [...ordered];
}

function forksOf(
  { threadId }: ThreadSummary,
  all: readonly ThreadSummary[],
): readonly ThreadSummary[] {
  return all.filter(({ forkedFrom }) => forkedFrom?.threadId === threadId);
}

const SHOWN = 20;

async function isAgreed(threads: readonly ThreadSummary[], shell: Shell): Promise<boolean> {
  const { messages } = shell;
  for (const { threadId, updatedAt, title } of threads.slice(0, SHOWN)) {
    const words = excerpt(title ?? "(nothing said yet)", 32);
    messages.text(`${threadId}  ${timeFigure(updatedAt).slice(0, 16)}  ${words}`);
  }
  if (threads.length > SHOWN) messages.text(`and ${threads.length - SHOWN} more`);
  return askWhether(`Delete ${counted(threads.length, "thread")} for good?`, shell);
}
