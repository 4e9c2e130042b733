import { invalidArgument } from "../../errors.js";
import { createInterface } from "node:readline/promises";
import { listThreads } from "../../sessions/listing/list-threads.js";
import type { ThreadSummary } from "../../sessions/listing/thread-summary.js";
import { forksFirst } from "../../store/fork-thread.js";
import { ExitCode, type DeclareCommand, type Shell } from "../shell.js";
import { parseMoment } from "../options.js";
import { counted } from "../../projections/figures.js";
import { UTC_TIMES } from "../output/times.js";
import { excerpt } from "../output/layout.js";
import { declareHome, type HomeOption } from "../session.js";
import { threadNamed, withStore } from "../store.js";

interface DeleteOptions extends HomeOption {
  readonly olderThan?: string;
  readonly yes?: true;
}

/** `refold delete`: removes threads for good. */
export const declareDelete: DeclareCommand = (command, shell) => {
  declareHome(command)
    .argument("[threads...]", "threads of the store")
    .option(
      "--older-than <age>",
      "threads that have not changed for so long (30d, 12w, 1y), or since a day",
    )
    .option(...UTC_TIMES)
    .option("-y, --yes", "do not ask")
    .addHelpText("after", EXAMPLE)
    .action((texts: readonly string[], options: DeleteOptions) =>
      deleteThreads(texts, options, shell),
    );
};

const EXAMPLE = `
Deletes the threads' files, and the blobs that no other thread names. With both threads and an age,
only those of the threads that are old enough. A thread that forks refer to is not deleted, unless
its forks are too; refold detach lets a fork stand alone.

Example:
  $ refold delete 01K6ZQ
  $ refold delete --older-than 1y --yes`;

/**
 * Deletes the threads that are named, or old enough, once somebody has said yes: forks before their
 * parents.
 * @throws {RefoldError} `invalid-argument`: nothing is named, or nobody can be asked
 * @throws {RefoldError} `thread-has-forks`: a thread has forks that stay; nothing was deleted
 */
function deleteThreads(
  texts: readonly string[],
  { olderThan, yes, home }: DeleteOptions,
  shell: Shell,
): Promise<void> {
  if (texts.length === 0 && olderThan === undefined) {
    throw invalidArgument("nothing is named", "name threads, or give --older-than AGE");
  }
  const before =
    olderThan && parseMoment(olderThan, "--older-than", shell.output.times).toISOString();
  const { output } = shell;
  return withStore({ ...(home !== undefined && { home }) }, async (store) => {
    const all = await listThreads({ ...(home !== undefined && { home }) });
    const ids = new Set<string>();
    for (const text of texts) ids.add(await threadNamed(store, text));
    const chosen = all.filter(
      ({ threadId, updatedAt }) =>
        (texts.length === 0 || ids.has(threadId)) && (!before || updatedAt < before),
    );
    const byId = new Map(chosen.map((thread) => [thread.threadId, thread]));
    const order = forksFirst(byId.keys(), all);
    const ordered = order.flatMap((id) => byId.get(id) ?? []);
    if (ordered.length === 0) {
      output.text("no thread is old enough");
    } else if (yes === true || (await isAgreed(ordered, shell))) {
      await store.delete(order, (threadId) => {
        output.text(`${threadId}  deleted`);
        return output.flush();
      });
    } else {
      output.text("nothing was deleted");
    }
  });
}

const SHOWN = 20;

async function isAgreed(threads: readonly ThreadSummary[], shell: Shell): Promise<boolean> {
  const { messages } = shell;
  const { times } = messages;
  messages.text(`last changed (${times.zone}):`);
  for (const { threadId, updatedAt, title } of threads.slice(0, SHOWN)) {
    const words = excerpt(title ?? "(nothing said yet)", 32);
    messages.text(`${threadId}  ${times.time(updatedAt).slice(0, 16)}  ${words}`);
  }
  if (threads.length > SHOWN) messages.text(`and ${threads.length - SHOWN} more`);
  return askWhether(`Delete ${counted(threads.length, "thread")} for good?`, shell);
}

/**
 * Asks a person, on the terminal, and takes anything but a yes for a no, Ctrl-D too; Ctrl-C ends the
 * command.
 * @throws {RefoldError} `invalid-argument`: nobody is there to be asked
 */
async function askWhether(question: string, shell: Shell): Promise<boolean> {
  const { messages, stderr } = shell;
  await messages.flush();
  if (!process.stdin.isTTY || stderr.isTTY !== true) {
    throw invalidArgument(
      "there is no terminal to ask on",
      "say --yes to delete without being asked",
    );
  }
  const reading = createInterface({ input: process.stdin, output: process.stderr });
  const stop = new AbortController();
  reading.once("SIGINT", () => {
    shell.exitCode = ExitCode.interrupted;
    stop.abort();
  });
  reading.once("close", () => stop.abort()); // nobody answers a question that was closed
  try {
    const answer = await reading.question(`${question} [y/N] `, { signal: stop.signal });
    return /^y(es)?$/i.test(answer.trim());
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "AbortError") throw error;
    stderr.write("\n"); // what follows is on a line of its own
    return false;
  } finally {
    reading.close();
  }
}
