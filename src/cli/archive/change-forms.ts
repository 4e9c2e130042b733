import { RefoldError } from "../../errors.js";
import type { FormChange } from "../../store/jsonl/archive/change-form.js";
import type { JsonlStore } from "../../store/jsonl/jsonl-store.js";
import { resolveThreadId } from "../../store/resolve-thread-id.js";
import { reportFailure } from "../failure.js";
import type { HomeOption } from "../session.js";
import type { Shell } from "../shell.js";
import { withStore } from "../store.js";

export interface ChangeFormsOptions extends HomeOption {
  readonly shell: Shell;
  /** Of the progress bar. */
  readonly label: string;
  /** What a change came to, behind the thread's id. */
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
        if (!(error instanceof RefoldError)) throw error;
        progress.stop();
        shell.exitCode = await reportFailure(error, shell);
      }
      await output.flush();
    }
  });
}
