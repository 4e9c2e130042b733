import { travelAtRest } from "../../runtime/travel.js";
import type { DeclareCommand } from "../command-module.js";
import { travelledWords } from "../rewind/travelled-words.js";
import { withLog } from "../rewind/with-log.js";
import { declareHome, type HomeOption } from "../session.js";

/** `refold undo`: back to before the newest turn, or the newest edit of the history. */
export const declareUndo: DeclareCommand = (command, { output }) => {
  declareHome(command)
    .argument("<thread>", "a thread of the store")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: HomeOption) =>
      withLog(text, options, async (log) =>
        output.text(travelledWords(await travelAtRest(log, "undo"))),
      ),
    );
};

const EXAMPLE = `
Undoing again goes further back; redo takes the newest undo back.

Example:
  $ refold undo 01K6ZQ`;
