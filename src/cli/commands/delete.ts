import type { DeclareCommand } from "../command-module.js";
import { declareHome, type HomeOption } from "../session.js";

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
    .option("-y, --yes", "do not ask")
    .addHelpText("after", EXAMPLE)
    .action(async (texts: readonly string[], options: DeleteOptions) => {
      const { deleteThreads } = await import("../delete/delete-threads.js");
      await deleteThreads(texts, options, shell);
    });
};

const EXAMPLE = `
Deletes the threads' files, and the blobs that no other thread names. With both threads and an age,
only those of the threads that are old enough. A thread that forks refer to is not deleted, unless
its forks are too; refold detach lets a fork stand alone.

Example:
  $ refold delete 01K6ZQ
  $ refold delete --older-than 1y --yes`;
