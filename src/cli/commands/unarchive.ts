import type { FormChange } from "../../store/jsonl/archive/change-form.js";
import { changeForms } from "../archive/change-forms.js";
import type { DeclareCommand } from "../command-module.js";
import { byteFigure } from "../output/figures.js";
import { declareHome, type HomeOption } from "../session.js";

/** `refold unarchive`: puts the plain files of threads back. */
export const declareUnarchive: DeclareCommand = (command, shell) => {
  declareHome(command)
    .argument("<threads...>", "threads of the store")
    .addHelpText("after", EXAMPLE)
    .action((texts: readonly string[], options: HomeOption) =>
      changeForms(
        texts,
        { ...options, shell, label: "unarchiving", words },
        (store, threadId, tell) => store.unarchive(threadId, tell),
      ),
    );
};

function words({ isChanged, logBytes }: FormChange): string {
  return isChanged ? byteFigure(logBytes) : "is not archived";
}

const EXAMPLE = `
The same bytes as before. There is no need to: reading needs none of it, and an append does it itself.

Example:
  $ refold unarchive 01K6ZQ`;
