import type { DeclareCommand } from "../command-module.js";
import type { HomeOption } from "../session.js";
import { declareHome } from "../session.js";
import { withThread } from "../store.js";
import { threadTree } from "../tree/thread-tree.js";
import { treeLines } from "../tree/tree-lines.js";

/** `refold tree`: where a thread comes from, and what became of it. */
export const declareTree: DeclareCommand = (command, { output }) => {
  declareHome(command)
    .argument("<thread>", "a thread of the store")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: HomeOption) =>
      withThread(text, options, async (store, threadId) => {
        const { root, missingParent } = await threadTree(store, threadId);
        if (missingParent !== null) output.text(`? ${missingParent}  not in this store`);
        for (const line of treeLines(root, threadId, output)) output.text(line);
      }),
    );
};

const EXAMPLE = `
Example:
  $ refold tree 01K6ZQ`;
