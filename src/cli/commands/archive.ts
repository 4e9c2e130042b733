import { entriesOf } from "../../store/event-store.js";
import type { JsonlStore } from "../../store/jsonl/jsonl-store.js";
import { forEachReported } from "../failure.js";
import { declareHome, type HomeOption } from "../session.js";
import type { DeclareCommand } from "../shell.js";
import { threadNamed, withFiles } from "../store.js";
import { byteFigure } from "../../projections/figures.js";

interface ThreadWork {
  /** Of the progress bar. */
  readonly label: string;
  /** @returns what it came to, after the thread's id */
  readonly work: (
    store: JsonlStore,
    threadId: string,
    onProgress: (doneBytes: number) => void,
  ) => Promise<string>;
  readonly example: string;
}

/** A command that rewrites the file of each thread that is named; one that fails does not stop the others. */
function declareEachThread({ label, work, example }: ThreadWork): DeclareCommand {
  return (command, shell) => {
    const { output, progress } = shell;
    declareHome(command)
      .argument("<threads...>", "threads of the store")
      .addHelpText("after", example)
      .action((texts: readonly string[], options: HomeOption) =>
        withFiles(options, async (store) => {
          const entries = await entriesOf(store);
          const workOn = async (text: string): Promise<void> => {
            const threadId = await threadNamed(store, text);
            progress.start(label, entries.get(threadId)?.sizeBytes ?? null);
            const words = await work(store, threadId, progress.update);
            progress.stop();
            output.text(`${threadId}  ${words}`);
          };
          await forEachReported(texts, workOn, { shell });
        }),
      );
  };
}

/** `refold archive`: compresses threads that are not written to. */
export const declareArchive = declareEachThread({
  label: "archiving",
  work: async (store, ...thread) => {
    const { isChanged, logBytes, archiveBytes } = await store.archive(...thread);
    if (!isChanged) return "is archived already";
    return `${byteFigure(logBytes)} → ${byteFigure(archiveBytes)}`;
  },
  example: `
An archive reads like any thread; whoever writes to it unarchives it first. It is a gzip file of the
thread's lines: zcat prints them.

Example:
  $ refold archive 01K6ZQ 01K5ZA`,
});

/** `refold unarchive`: puts the plain files of threads back. */
export const declareUnarchive = declareEachThread({
  label: "unarchiving",
  work: async (store, ...thread) => {
    const { isChanged, logBytes } = await store.unarchive(...thread);
    return isChanged ? byteFigure(logBytes) : "is not archived";
  },
  example: `
The same bytes as before. There is no need to: reading needs none of it, and an append does it itself.

Example:
  $ refold unarchive 01K6ZQ`,
});

/** `refold upgrade`: chains the checksums of threads that an older version wrote. */
export const declareUpgrade = declareEachThread({
  label: "upgrading",
  work: async (store, ...thread) =>
    (await store.upgrade(...thread)) ? "chained" : "was chained already",
  example: `
Each line then names the checksum of the line before it, so that a line that belongs elsewhere is
found. The events stay as they are. The new file is compared with the old one before it replaces it.
A thread with forks is refused, since forks name a line of it by its checksum: detach them first.

Example:
  $ refold upgrade 01K6ZQ`,
});
