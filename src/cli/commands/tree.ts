import type { DeclareCommand } from "../command-module.js";
import { declareReading, type ReadingOptions } from "../session.js";
import { withThread } from "../store.js";
import { threadTree } from "../tree/thread-tree.js";
import { treeLines } from "../tree/tree-lines.js";

/** `refold tree`: where a thread comes from, and what became of it. */
export const declareTree: DeclareCommand = (command, { output }) => {
  declareReading(command)
    .argument("<thread>", "a thread of the store")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: ReadingOptions) =>
      withThread(text, options, async (store, threadId) => {
        const { root, missingParent } = await threadTree(store, threadId, {
          newer: options.ignoreNewer === true ? "ignore" : "refuse",
        });
        if (missingParent !== null) output.text(`? ${missingParent}  not in this store`);
        for (const line of treeLines(root, threadId, output)) output.text(line);
      }),
    );
};

const EXAMPLE = `
Example:
  $ refold tree 01K6ZQ`;
