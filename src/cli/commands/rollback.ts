import { InvalidArgument } from "../../errors.js";
import {
  rollbackTarget,
  type RollbackRequest,
} from "../../reducers/time-travel/rollback-target.js";
import type { DeclareCommand } from "../command-module.js";
import { offsetOption } from "../options/offset-option.js";
import { travelledThread } from "../rewind/stored-thread.js";
import { writeRollback } from "../rewind/write-rollback.js";
import { declareHome, type HomeOption } from "../session.js";
import { withThread } from "../store.js";

interface RollbackOptions extends HomeOption {
  readonly turns?: number;
  readonly to?: number;
}

/** `refold rollback`: a thread goes back; nothing is deleted. */
export const declareRollback: DeclareCommand = (command, { output }) => {
  declareHome(command)
    .argument("<thread>", "a thread of the store")
    .option("--turns <count>", "so many user turns back", offsetOption)
    .option("--to <offset>", "back to this offset: the last one that counts", offsetOption)
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: RollbackOptions) => {
      const request = requestOf(options);
      return withThread(text, options, async (store, threadId) => {
        const thread = await travelledThread(store, threadId);
        const plan = await rollbackTarget(thread, request);
        const { head } = thread.state.log;
        output.text(await writeRollback(store, { threadId, head }, plan));
      });
    });
};

function requestOf({ turns, to }: RollbackOptions): RollbackRequest {
  if (turns !== undefined && to === undefined) return { turns };
  if (to !== undefined && turns === undefined) return { to };
  throw new InvalidArgument(
    "say either --turns or --to",
    "Example: refold rollback 01K6ZQ --turns 1",
  );
}

const EXAMPLE = `
Example:
  $ refold rollback 01K6ZQ --turns 2
  $ refold undo 01K6ZQ`;
