import { resolveThreadId } from "../../store/resolve-thread-id.js";
import { forEachReported } from "../failure.js";
import { declareHome, type HomeOption } from "../session.js";
import type { DeclareCommand } from "../shell.js";
import { entriesOf, withStore } from "../store.js";

/** `refold upgrade`: chains the checksums of threads that an older version wrote. */
export const declareUpgrade: DeclareCommand = (command, shell) => {
  const { output, progress } = shell;
  declareHome(command)
    .argument("<threads...>", "threads of the store")
    .addHelpText("after", EXAMPLE)
    .action((texts: readonly string[], options: HomeOption) =>
      withStore(options, async (store) => {
        const entries = await entriesOf(store);
        const upgrade = async (text: string): Promise<void> => {
          const threadId = await resolveThreadId(store, text);
          progress.start("upgrading", entries.get(threadId)?.sizeBytes ?? null);
          const isChanged = await store.upgrade(threadId, progress.update);
          progress.stop();
          output.text(`${threadId}  ${isChanged ? "chained" : "was chained already"}`);
        };
        await forEachReported(texts, upgrade, { shell });
      }),
    );
};

const EXAMPLE = `
Each line then names the checksum of the line before it, so that a line that belongs elsewhere is
found. The events stay as they are. The new file is compared with the old one before it replaces it.
A thread with forks is refused, since forks name a line of it by its checksum: detach them first.

Example:
  $ refold upgrade 01K6ZQ`;
