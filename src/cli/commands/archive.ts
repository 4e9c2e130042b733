import type { FormChange } from "../../store/jsonl/archive/change-form.js";
import { changeForms } from "../archive/change-forms.js";
import type { DeclareCommand } from "../command-module.js";
import { byteFigure } from "../output/figures.js";
import { declareHome, type HomeOption } from "../session.js";

/** `refold archive`: compresses threads that are not written to. */
export const declareArchive: DeclareCommand = (command, shell) => {
  declareHome(command)
    .argument("<threads...>", "threads of the store")
    .addHelpText("after", EXAMPLE)
    .action((texts: readonly string[], options: HomeOption) =>
      changeForms(
        texts,
        { ...options, shell, label: "archiving", words },
        (store, threadId, tell) => store.archive(threadId, tell),
      ),
    );
};

function words({ isChanged, logBytes, archiveBytes }: FormChange): string {
  if (!isChanged) return "is archived already";
  return `${byteFigure(logBytes)} → ${byteFigure(archiveBytes)}`;
}

const EXAMPLE = `
An archive reads like any thread; whoever writes to it unarchives it first. It is a gzip file of the
thread's lines: zcat prints them.

Example:
  $ refold archive 01K6ZQ 01K5ZA`;
