import { travelAtRest } from "../../runtime/travel.js";
import type { DeclareCommand } from "../command-module.js";
import { travelledWords } from "../rewind/travelled-words.js";
import { withLog } from "../rewind/with-log.js";
import { declareHome, type HomeOption } from "../session.js";

/** `refold redo`: takes the newest rollback or undo back. */
export const declareRedo: DeclareCommand = (command, { output }) => {
  declareHome(command)
    .argument("<thread>", "a thread of the store")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: HomeOption) =>
      withLog(text, options, async (log) =>
        output.text(travelledWords(await travelAtRest(log, "redo"))),
      ),
    );
};

const EXAMPLE = `
Nothing may have been recorded since: redoing would discard it.

Example:
  $ refold redo 01K6ZQ`;
