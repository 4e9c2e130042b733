import { undoTarget } from "../../reducers/time-travel/undo-target.js";
import type { DeclareCommand } from "../command-module.js";
import { travelledThread } from "../rewind/stored-thread.js";
import { writeRollback } from "../rewind/write-rollback.js";
import { declareHome, type HomeOption } from "../session.js";
import { withThread } from "../store.js";

/** `refold undo`: back to before the newest turn, or the newest edit of the history. */
export const declareUndo: DeclareCommand = (command, { output }) => {
  declareHome(command)
    .argument("<thread>", "a thread of the store")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: HomeOption) =>
      withThread(text, options, async (store, threadId) => {
        const thread = await travelledThread(store, threadId);
        const { head } = thread.state.log;
        output.text(await writeRollback(store, { threadId, head }, await undoTarget(thread)));
      }),
    );
};

const EXAMPLE = `
Undoing again goes further back; redo takes the newest undo back.

Example:
  $ refold undo 01K6ZQ`;
