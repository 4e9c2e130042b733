import { InvalidArgument } from "../../errors.js";
import {
  rollbackTarget,
  type RollbackRequest,
} from "../../reducers/time-travel/rollback-target.js";
import { restoreAfter, snapshotAfter } from "../../runtime/snapshots/thread-snapshots.js";
import type { ThreadLog } from "../../runtime/thread-log.js";
import { atRest, storedSource, travelAtRest } from "../../runtime/travel.js";
import type { DeclareCommand } from "../command-module.js";
import { countFromZeroOption, offsetOption } from "../options/offset-option.js";
import type { Output } from "../output/output.js";
import { travelledWords } from "../rewind/travelled-words.js";
import { withLog } from "../rewind/with-log.js";
import { declareHome, type HomeOption } from "../session.js";

interface RollbackOptions extends HomeOption {
  readonly turns?: number;
  readonly to?: number;
  readonly files?: true;
}

/** `refold rollback`: a thread goes back; nothing is deleted. */
export const declareRollback: DeclareCommand = (command, { output }) => {
  declareHome(command)
    .argument("<thread>", "a thread of the store")
    .option("--turns <count>", "so many user turns back", countFromZeroOption)
    .option("--to <offset>", "back to this offset: the last one that counts", offsetOption)
    .option("--files", "put the work tree back too, to the first snapshot behind that offset")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: RollbackOptions) => {
      const request = requestOf(options);
      return withLog(text, options, async (log) => {
        if (options.files) await requireSnapshot(log, request);
        const travelled = await travelAtRest(log, request);
        output.text(travelledWords(travelled));
        if (!options.files || travelled.kind === "nothing") return;
        await output.flush(); // said before the files are touched, should that fail
        await restoreFiles(log, travelled.to, output);
      });
    });
};

/** A thread that cannot take its files along does not go. */
async function requireSnapshot(log: ThreadLog, request: RollbackRequest): Promise<void> {
  const source = storedSource(log.store, log.threadId);
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
  throw new InvalidArgument(
    "say either --turns or --to",
    "Example: refold rollback 01K6ZQ --turns 1",
  );
}

const EXAMPLE = `
Example:
  $ refold rollback 01K6ZQ --turns 2
  $ refold rollback 01K6ZQ --turns 1 --files
  $ refold undo 01K6ZQ`;
