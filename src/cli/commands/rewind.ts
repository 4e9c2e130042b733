import { invalidArgument } from "../../errors.js";
import {
  type NoRollback,
  type RollbackRequest,
  rollbackTarget,
} from "../../reducers/travel-targets.js";
import { restoreAfter, snapshotAfter } from "../../runtime/snapshots/thread-snapshots.js";
import type { ThreadLog } from "../../runtime/thread-log.js";
import { atRest, travel, type Travelled } from "../../runtime/travel.js";
import { countFromZeroOption, offsetOption } from "../options.js";
import { counted } from "../../projections/figures.js";
import type { Output } from "../output/output.js";
import { declareThread, type HomeOption } from "../session.js";
import type { DeclareCommand } from "../shell.js";
import { withLog } from "../store.js";

interface RollbackOptions extends HomeOption {
  readonly turns?: number;
  readonly to?: number;
  readonly files?: true;
}

/** `refold rollback`: a thread goes back; nothing is deleted. */
export const declareRollback: DeclareCommand = (command, { output }) => {
  declareThread(command)
    .option("--turns <count>", "number of user turns to roll back", countFromZeroOption)
    .option("--to <offset>", "roll back to this offset, the last one that stays", offsetOption)
    .option("--files", "also restore the work tree, to the first snapshot after that offset")
    .addHelpText("after", ROLLBACK_EXAMPLE)
    .action((text: string, options: RollbackOptions) => {
      const request = requestOf(options);
      return withLog(text, options, async (log) => {
        if (options.files) await requireSnapshot(log, request);
        const travelled = await travel(log, request, atRest);
        output.text(travelledWords(travelled));
        if (!options.files || travelled.kind === "nothing") return;
        await output.flush(); // said before the files are touched, should that fail
        await restoreFiles(log, travelled.to, output);
      });
    });
};

/** A thread that cannot take its files along does not go. */
async function requireSnapshot(log: ThreadLog, request: RollbackRequest): Promise<void> {
  const source = log.store.source(log.threadId);
  const plan = await rollbackTarget({ source, state: atRest(log.state) }, request);
  if (plan.kind === "rollback") await snapshotAfter(log, plan.to);
}

async function restoreFiles(log: ThreadLog, to: number, output: Output): Promise<void> {
  const { offset, at, data } = await restoreAfter(log, to);
  const folder = data.cwd ?? "the thread's folder";
  output.text(`files of ${folder} are as at #${offset} (${at}) again`);
}

function requestOf({ turns, to }: RollbackOptions): RollbackRequest {
  if (turns !== undefined && to === undefined) return { turns };
  if (to !== undefined && turns === undefined) return { to };
  throw invalidArgument("say either --turns or --to", "Example: refold rollback 01K6ZQ --turns 1");
}

const ROLLBACK_EXAMPLE = `
Example:
  $ refold rollback 01K6ZQ --turns 2
  $ refold rollback 01K6ZQ --turns 1 --files
  $ refold undo 01K6ZQ`;

/** `refold undo`: back to before the newest turn, or the newest edit of the history. */
export const declareUndo = travelCommand(
  "undo",
  `
Undoing again goes further back; redo takes the newest undo back.

Example:
  $ refold undo 01K6ZQ`,
);

/** `refold redo`: takes the newest rollback or undo back. */
export const declareRedo = travelCommand(
  "redo",
  `
Nothing may have been recorded since: redoing would discard it.

Example:
  $ refold redo 01K6ZQ`,
);

function travelCommand(request: "undo" | "redo", example: string): DeclareCommand {
  return (command, { output }) => {
    declareThread(command)
      .addHelpText("after", example)
      .action((text: string, options: HomeOption) =>
        withLog(text, options, async (log) =>
          output.text(travelledWords(await travel(log, request, atRest))),
        ),
      );
  };
}

/** Where a thread went, or why it stayed. */
function travelledWords(travelled: Travelled): string {
  if (travelled.kind === "nothing") return WHY_NOTHING[travelled.reason];
  const { to, turns, state, offset } = travelled;
  const asked = turns === null ? "" : ` (${counted(turns, "turn")})`;
  const items = counted(state.ledger.entries.length, "item");
  return `back to #${to}${asked}: ${items} in the ledger; written as #${offset}`;
}

const WHY_NOTHING: Readonly<Record<NoRollback["reason"], string>> = {
  "zero-turns": "nothing to do: no turn is to go",
  "no-user-turn": "nothing to do: there is no turn of a user",
  "already-there": "nothing to do: that is where the thread is",
};
