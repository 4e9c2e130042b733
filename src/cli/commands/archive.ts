import type { FormChange } from "../../store/jsonl/change-form.js";
import { resolveThreadId } from "../../store/resolve-thread-id.js";
import { byteFigure } from "../../projections/figures.js";
import { forEachReported } from "../failure.js";
import { declareHome, type HomeOption } from "../session.js";
import type { DeclareCommand } from "../shell.js";
import { entriesOf, withStore } from "../store.js";

/** `refold archive`: compresses threads that are not written to. */
export const declareArchive = formCommand({
  method: "archive",
  label: "archiving",
  words: ({ isChanged, logBytes, archiveBytes }) =>
    isChanged ? `${byteFigure(logBytes)} → ${byteFigure(archiveBytes)}` : "is archived already",
  example: `
An archive reads like any thread; whoever writes to it unarchives it first. It is a gzip file of the
thread's lines: zcat prints them.

Example:
  $ refold archive 01K6ZQ 01K5ZA`,
});

/** `refold unarchive`: puts the plain files of threads back. */
export const declareUnarchive = formCommand({
  method: "unarchive",
  label: "unarchiving",
  words: ({ isChanged, logBytes }) => (isChanged ? byteFigure(logBytes) : "is not archived"),
  example: `
The same bytes as before. There is no need to: reading needs none of it, and an append does it itself.

Example:
  $ refold unarchive 01K6ZQ`,
});

interface FormCommand {
  readonly method: "archive" | "unarchive";
  /** Of the progress bar. */
  readonly label: string;
  /** What a change came to, after the thread's id. */
  readonly words: (change: FormChange) => string;
  readonly example: string;
}

/** A command that changes the form of each thread; one that fails does not stop the others. */
function formCommand({ method, label, words, example }: FormCommand): DeclareCommand {
  return (command, shell) => {
    const { output, progress } = shell;
    declareHome(command)
      .argument("<threads...>", "threads of the store")
      .addHelpText("after", example)
      .action((texts: readonly string[], options: HomeOption) =>
        withStore(options, async (store) => {
          const entries = await entriesOf(store);
          const change = async (text: string): Promise<void> => {
            const threadId = await resolveThreadId(store, text);
            progress.start(label, entries.get(threadId)?.sizeBytes ?? null);
            const done = await store[method](threadId, progress.update);
            progress.stop();
            output.text(`${threadId}  ${words(done)}`);
          };
          await forEachReported(texts, change, { shell });
        }),
      );
  };
}
