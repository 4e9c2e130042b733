import { entriesOf } from "../store/event-store.js";
import type { JsonlStore } from "../store/jsonl/jsonl-store.js";
import { resolveThreadId } from "../store/resolve-thread-id.js";
import { forEachReported } from "./failure.js";
import { declareHome, type HomeOption } from "./session.js";
import type { DeclareCommand } from "./shell.js";
import { withFiles } from "./store.js";

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
export function declareEachThread({ label, work, example }: ThreadWork): DeclareCommand {
  return (command, shell) => {
    const { output, progress } = shell;
    declareHome(command)
      .argument("<threads...>", "threads of the store")
      .addHelpText("after", example)
      .action((texts: readonly string[], options: HomeOption) =>
        withFiles(options, async (store) => {
          const entries = await entriesOf(store);
          const workOn = async (text: string): Promise<void> => {
            const threadId = await resolveThreadId(store, text);
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
