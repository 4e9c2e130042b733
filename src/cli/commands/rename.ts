import { declareThread, type HomeOption } from "../session.js";
import type { DeclareCommand } from "../shell.js";
import { withLog } from "../store.js";

/** `refold rename`: gives a thread a title. */
export const declareRename: DeclareCommand = (command, { output }) => {
  declareThread(command)
    .argument("<title>", 'its title; "" removes it')
    .addHelpText("after", EXAMPLE)
    .action((text: string, words: string, options: HomeOption) =>
      withLog(text, options, async (log) => {
        const title = words.trim() === "" ? null : words.trim();
        await log.commit(() => ({ facts: [{ type: "thread.renamed", data: { title } }] }));
        output.text(`${log.threadId}  ${title === null ? "has no title now" : "renamed"}`);
      }),
    );
};

const EXAMPLE = `
Nothing else of the thread changes. Without a title, lists show how the first user's words begin.

Example:
  $ refold rename 01K6ZQ "The almanac's gaps"`;
