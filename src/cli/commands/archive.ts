import { isRefoldError } from "../../errors.js";
import type { FormChange } from "../../store/jsonl/change-form.js";
import type { JsonlStore } from "../../store/jsonl/jsonl-store.js";
import { resolveThreadId } from "../../store/resolve-thread-id.js";
import { reportFailure } from "../failure.js";
import { byteFigure } from "../output/figures.js";
import { declareHome, type HomeOption } from "../session.js";
import type { DeclareCommand, Shell } from "../shell.js";
import { withStore } from "../store.js";

/** `refold archive`: compresses threads that are not written to. */
export const declareArchive: DeclareCommand = (command, shell) => {
  declareHome(command)
    .argument("<threads...>", "threads of the store")
    .addHelpText("after", ARCHIVE_EXAMPLE)
    .action((texts: readonly string[], options: HomeOption) =>
      changeForms(
        texts,
        { ...options, shell, label: "archiving", words: archivedWords },
        (store, threadId, tell) => store.archive(threadId, tell),
      ),
    );
};

function archivedWords({ isChanged, logBytes, archiveBytes }: FormChange): string {
  if (!isChanged) return "is archived already";
  return `${byteFigure(logBytes)} → ${byteFigure(archiveBytes)}`;
}

const ARCHIVE_EXAMPLE = `
An archive reads like any thread; whoever writes to it unarchives it first. It is a gzip file of the
thread's lines: zcat prints them.

Example:
  $ refold archive 01K6ZQ 01K5ZA`;

/** `refold unarchive`: puts the plain files of threads back. */
export const declareUnarchive: DeclareCommand = (command, shell) => {
  declareHome(command)
    .argument("<threads...>", "threads of the store")
    .addHelpText("after", UNARCHIVE_EXAMPLE)
    .action((texts: readonly string[], options: HomeOption) =>
      changeForms(
        texts,
        { ...options, shell, label: "unarchiving", words: unarchivedWords },
        (store, threadId, tell) => store.unarchive(threadId, tell),
      ),
    );
};

function unarchivedWords({ isChanged, logBytes }: FormChange): string {
  return isChanged ? byteFigure(logBytes) : "is not archived";
}

const UNARCHIVE_EXAMPLE = `
The same bytes as before. There is no need to: reading needs none of it, and an append does it itself.

Example:
  $ refold unarchive 01K6ZQ`;

export interface ChangeFormsOptions extends HomeOption {
  readonly shell: Shell;
  /** Of the progress bar. */
  readonly label: string;
  /** What a change came to, after the thread's id. */
  readonly words: (change: FormChange) => string;
}

/** Changes the form of each thread; one that fails does not stop the others. */
export function changeForms(
  texts: readonly string[],
  { shell, label, words, ...options }: ChangeFormsOptions,
  change: (
    store: JsonlStore,
    threadId: string,
    tell: (doneBytes: number) => void,
  ) => Promise<FormChange>,
): Promise<void> {
  const { output, progress } = shell;
  return withStore(options, async (store) => {
    const sizes = new Map<string, number>();
    for await (const { threadId, sizeBytes } of store.list()) sizes.set(threadId, sizeBytes);
    for (const text of texts) {
      try {
        const threadId = await resolveThreadId(store, text);
        progress.start(label, sizes.get(threadId) ?? null);
        const done = await change(store, threadId, (doneBytes) => progress.update(doneBytes));
        progress.stop();
        output.text(`${threadId}  ${words(done)}`);
      } catch (error) {
        if (!isRefoldError(error)) throw error;
        progress.stop();
        shell.exitCode = await reportFailure(error, shell);
      }
      await output.flush();
    }
  });
}
