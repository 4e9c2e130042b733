import { Option } from "commander";
import { resumeThread } from "../../runtime/open-thread.js";
import { fragmentRegistry } from "../../runtime/fragments/registry.js";
import type { Compaction, NoCompaction } from "../../runtime/compaction/compaction.js";
import {
  previewCompaction,
  type CompactOptions,
} from "../../runtime/compaction/plan-compaction.js";
import { STRATEGIES, type CompactionStrategyName } from "../../runtime/compaction/settings.js";
import type { DeclareCommand } from "../command-module.js";
import { countFromZeroOption, countOption } from "../options/offset-option.js";
import { declareHome, withSession, type HomeOption } from "../session.js";
import type { Shell } from "../shell.js";
import { sessionState } from "../state/session-state.js";
import { withThread } from "../store.js";
import { compactionLines } from "../views/compaction-lines.js";

interface Wish extends HomeOption {
  readonly strategy?: CompactionStrategyName;
  readonly target?: number;
  readonly keepOutputs?: number;
  readonly keepMessages?: number;
  readonly dryRun?: true;
  readonly json?: true;
}

/** `refold compact`: a smaller history, without a model; what went stays in the log. */
export const declareCompact: DeclareCommand = (command, shell) => {
  declareHome(command)
    .argument("<thread>", "a thread of the store; with --dry-run also a recorded session")
    .addOption(
      new Option("--strategy <name>", "how (default: the thread's own, else summary)").choices(
        STRATEGIES,
      ),
    )
    .option("--target <tokens>", "what is enough (default: half the limit)", countOption)
    .option(
      "--keep-outputs <count>",
      "newest outputs that clear-outputs leaves",
      countFromZeroOption,
    )
    .option("--keep-messages <tokens>", "of user messages, beside a summary", countFromZeroOption)
    .option("--dry-run", "show what would go and what would stay; write nothing")
    .option("--json", "one JSON document (docs/cli.md)")
    .addHelpText("after", EXAMPLE)
    .action(async (text: string, wish: Wish) => {
      const done = await (wish.dryRun ? preview(text, wish, shell) : compact(text, wish));
      const { output } = shell;
      if (wish.json) output.json(done);
      else for (const line of compactionLines(done, output)) output.text(line);
    });
};

function preview(text: string, wish: Wish, shell: Shell): Promise<Compaction | NoCompaction> {
  return withSession(text, { shell, ...wish }, async (session) => {
    const state = await sessionState(session, { at: undefined, shell });
    const basis = { state, blobs: session.blobs, registry: fragmentRegistry(), context: null };
    return previewCompaction(basis, optionsOf(wish));
  });
}

/** A turn that a crash cut short is marked first: nothing is compacted under a running turn. */
function compact(text: string, wish: Wish): Promise<Compaction | NoCompaction> {
  return withThread(text, wish, async (store, threadId) => {
    await using thread = await resumeThread(threadId, { store });
    return await thread.compact(optionsOf(wish));
  });
}

function optionsOf({ strategy, target, keepOutputs, keepMessages }: Wish): CompactOptions {
  return {
    ...(strategy !== undefined && { strategy }),
    ...(target !== undefined && { targetTokens: target }),
    ...(keepOutputs !== undefined && { keepOutputs }),
    ...(keepMessages !== undefined && { keptMessagesTokens: keepMessages }),
  };
}

const EXAMPLE = `
Works without a model: the summary is taken word for word from the history. refold undo takes it back.

Example:
  $ refold compact 01K6ZQ --dry-run
  $ refold compact 01K6ZQ --strategy clear-outputs --keep-outputs 5`;
