import { redoTarget } from "../../reducers/time-travel/redo-target.js";
import type { DeclareCommand } from "../command-module.js";
import { travelledThread } from "../rewind/stored-thread.js";
import { writeRollback } from "../rewind/write-rollback.js";
import { declareHome, type HomeOption } from "../session.js";
import { withThread } from "../store.js";

/** `refold redo`: takes the newest rollback or undo back. */
export const declareRedo: DeclareCommand = (command, { output }) => {
  declareHome(command)
    .argument("<thread>", "a thread of the store")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: HomeOption) =>
      withThread(text, options, async (store, threadId) => {
        const thread = await travelledThread(store, threadId);
        const { head } = thread.state.log;
        output.text(await writeRollback(store, { threadId, head }, await redoTarget(thread)));
      }),
    );
};

const EXAMPLE = `
Nothing may have been recorded since: redoing would discard it.

Example:
  $ refold redo 01K6ZQ`;
