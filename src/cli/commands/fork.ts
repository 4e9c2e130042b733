import { invalidArgument } from "../../errors.js";
import type { ForkRequest } from "../../reducers/travel-targets.js";
import { forkThread } from "../../runtime/open-thread.js";
import { homeText } from "../../store/jsonl/home.js";
import { countOption, offsetOption } from "../options.js";
import { declareHome, type HomeOption } from "../session.js";
import type { DeclareCommand } from "../shell.js";
import { withStore, withThread } from "../store.js";
import { threadForFork } from "./import.js";

interface ForkOptions extends HomeOption {
  readonly at?: number;
  readonly beforeTurn?: number;
  readonly title?: string;
}

/** `refold fork`: a new thread that shares the beginning of another, by reference. */
export const declareFork: DeclareCommand = (command, shell) => {
  declareHome(command)
    .argument("<file-or-thread>", "a thread of the store, or a session that is imported first")
    .option("--at <offset>", "the last offset that both threads share", offsetOption)
    .option(
      "--before-turn <number>",
      "before this surviving user turn, counted from 1",
      countOption,
    )
    .option("--title <title>", "the fork's title")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: ForkOptions) => {
      const request = requestOf(options);
      const home = homeText(options.home);
      return withStore({ home }, async (store) => {
        const parentId = await threadForFork(text, { store, home, shell });
        const { title } = options;
        const where = { ...request, ...(title !== undefined && { title }) };
        const thread = await forkThread(parentId, { store }, where);
        await thread.close();
        shell.output.text(thread.id);
      });
    });
};

function requestOf({ at, beforeTurn }: ForkOptions): ForkRequest {
  if (at !== undefined && beforeTurn === undefined) return { at };
  if (beforeTurn !== undefined && at === undefined) return { beforeTurn };
  throw invalidArgument(
    "say either --at or --before-turn",
    "Example: refold fork 01K6ZQ --before-turn 3",
  );
}

const EXAMPLE = `
Prints the new thread's id.

Example:
  $ refold fork session.jsonl --before-turn 3
  $ refold fork 01K6ZQ --at 120 --title "another way"`;

/** `refold detach`: lets a fork stand alone. */
export const declareDetach: DeclareCommand = (command, { output }) => {
  declareHome(command)
    .argument("<thread>", "a fork of the store")
    .addHelpText("after", DETACH_EXAMPLE)
    .action((text: string, options: HomeOption) =>
      withThread(text, options, async (store, threadId) => {
        await store.detach(threadId);
        output.text(`${threadId}  needs no other thread`);
      }),
    );
};

const DETACH_EXAMPLE = `
Copies what the fork shares with its parent into its own file, so that the parent may be deleted.
Nothing happens to a thread that is no fork.

Example:
  $ refold detach 01K6ZQ`;
