import { RefoldError } from "../../errors.js";
import type { ImportResult } from "../../runtime/import/import-file.js";
import type { DeclareCommand } from "../command-module.js";
import { reportFailure } from "../failure.js";
import { importOne } from "../import/import-one.js";
import { counted, figure } from "../output/figures.js";
import { declareHome, type HomeOption } from "../session.js";
import { withStore } from "../store.js";

/** `refold import`: recorded sessions become threads of the store. */
export const declareImport: DeclareCommand = (command, shell) => {
  declareHome(command)
    .argument("<files...>", "recorded sessions, or bundles")
    .addHelpText("after", EXAMPLE)
    .action((files: readonly string[], options: HomeOption) =>
      withStore(options, async (store) => {
        for (const file of files) {
          try {
            for (const result of await importOne(file, { store, shell })) {
              shell.output.text(`${result.threadId}  ${outcomeWords(result)}  ${file}`);
            }
          } catch (error) {
            if (!(error instanceof RefoldError)) throw error;
            shell.progress.stop();
            shell.exitCode = await reportFailure(error, shell);
          }
          await shell.output.flush();
        }
      }),
    );
};

function outcomeWords({ outcome, added, head, ownEvents }: ImportResult): string {
  switch (outcome) {
    case "imported":
      return `imported, ${counted(added, "event")}`;
    case "grown":
      return `${figure(added)} of ${counted(head, "event")} new`;
    case "unchanged":
      return `nothing new, ${counted(head, "event")}${ownEvents > 0 ? `, ${ownEvents} of its own` : ""}`;
  }
}

const EXAMPLE = `
Prints each thread's id; of a bundle those of its ancestors too. A file that was imported before adds what is new in it. A file that fails
does not stop the others.

Example:
  $ refold import ~/.codex/sessions/2025/11/01/*.jsonl`;
