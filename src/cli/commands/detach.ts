import { declareHome, type HomeOption } from "../session.js";
import type { DeclareCommand } from "../shell.js";
import { withThread } from "../store.js";

/** `refold detach`: lets a fork stand alone. */
export const declareDetach: DeclareCommand = (command, { output }) => {
  declareHome(command)
    .argument("<thread>", "a fork of the store")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: HomeOption) =>
      withThread(text, options, async (store, threadId) => {
        await store.detach(threadId);
        output.text(`${threadId}  needs no other thread`);
      }),
    );
};

const EXAMPLE = `
Copies what the fork shares with its parent into its own file, so that the parent may be deleted.
Nothing happens to a thread that is no fork.

Example:
  $ refold detach 01K6ZQ`;
