import { Option } from "commander";
import { UTC_TIMES } from "../output/times.js";
import type { Session } from "../../sessions/session.js";
import { declarePrices } from "../prices.js";
import type { ReplayOptions } from "../replay/replay-session.js";
import { declareSession, NO_PAGER, UP_TO_OFFSET, withSession } from "../session.js";
import type { DeclareCommand } from "../shell.js";
import { declareVaultOption, withKeptSession } from "../vault/with-vault.js";

/** `refold replay`: a session as people read it. */
export const declareReplay: DeclareCommand = (command, shell) => {
  const items = new Option("--items", "every item on a line, with its offset");
  declareVaultOption(declarePrices(declareSession(command)))
    .option(...UP_TO_OFFSET)
    .option("--turns", "one line a turn")
    .addOption(items.conflicts("turns"))
    .option("--json", "lines of JSON: header, turns, what happened, summary")
    .option(...UTC_TIMES)
    .option(...NO_PAGER)
    .option("--verify", "check everything that can be checked and report it")
    .addHelpText("after", EXAMPLE)
    .action(async (text: string, options: ReplayOptions) => {
      const { replaySession } = await import("../replay/replay-session.js"); // the help needs none
      const work = (session: Session) => replaySession(session, options, shell);
      if (options.vault === undefined) await withSession(text, { shell, ...options }, work);
      else await withKeptSession(text, options, { shell, work });
    });
};

const EXAMPLE = `
Example:
  $ refold replay session.jsonl --turns
  $ refold replay session.jsonl --at 41
  $ refold replay 019d4d4a@2 --vault`;
