import { Option } from "commander";
import type { Compaction, ItemFate, NoCompaction } from "../../runtime/compaction/compaction.js";
import {
  type CompactOptions,
  previewCompaction,
} from "../../runtime/compaction/plan-compaction.js";
import { type CompactionStrategyName, STRATEGIES } from "../../runtime/compaction/settings.js";
import { fragmentRegistry } from "../../runtime/fragments/registry.js";
import { resumeThread } from "../../runtime/open-thread.js";
import { countFromZeroOption, countOption } from "../options.js";
import { counted, figure, sum } from "../../projections/figures.js";
import { filledLine, padEnd, padStart } from "../output/layout.js";
import type { Output } from "../output/output.js";
import { declareHome, type HomeOption, withSession } from "../session.js";
import type { DeclareCommand, Shell } from "../shell.js";
import { sessionState } from "../session-reading.js";
import { withThread } from "../store.js";

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
  const strategy = new Option("--strategy <name>", "how (default: the thread's own, else summary)");
  declareHome(command)
    .argument("<thread>", "a thread of the store; with --dry-run also a recorded session")
    .addOption(strategy.choices(STRATEGIES))
    .option("--target <tokens>", "target size (default: half the limit)", countOption)
    .option(
      "--keep-outputs <count>",
      "newest outputs that clear-outputs leaves",
      countFromZeroOption,
    )
    .option(
      "--keep-messages <tokens>",
      "tokens of user messages to keep beside a summary",
      countFromZeroOption,
    )
    .option("--dry-run", "show what would be removed and kept; write nothing")
    .option("--json", "one JSON document (docs/cli.md)")
    .addHelpText("after", EXAMPLE)
    .action(async (text: string, wish: Wish) => {
      const done = await (wish.dryRun ? preview(text, wish, shell) : compact(text, wish));
      const { output } = shell;
      if (wish.json) output.json(done);
      else output.text(compactionLines(done, output));
    });
};

function preview(text: string, wish: Wish, shell: Shell): Promise<Compaction | NoCompaction> {
  return withSession(text, { shell, ...wish }, async (session) => {
    const state = await sessionState(session, undefined, shell);
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

const WHY_NOTHING: Readonly<Record<NoCompaction["reason"], string>> = {
  "empty-history": "nothing to do: the history is empty",
  "nothing-to-free":
    "nothing to do: this strategy finds nothing to let go, or the history is within the target",
};

/** What a compaction did or would do: what goes and what stays by kind, the tokens before and after. */
function* compactionLines(done: Compaction | NoCompaction, output: Output): Generator<string> {
  const { styles } = output;
  if (done.kind === "nothing") {
    yield WHY_NOTHING[done.reason];
    return;
  }
  const { strategy, dryRun, offset, tokensBefore, tokensAfter, summary } = done;
  const verb = dryRun ? "would be compacted" : "compacted";
  yield styles.bold(
    `${verb} by ${strategy}: ${figure(tokensBefore)} tokens before, ${figure(tokensAfter)} after`,
  );
  yield* fateLines("goes", done.goes);
  yield* fateLines("stays", done.stays);
  if (done.addedTokens > 0) yield `added   ${figure(done.addedTokens)} tokens`;
  if (summary !== null) yield styles.dim(filledLine(" ".repeat(8), summary, output));
  if (offset !== null) yield `written as #${offset}`;
}

function* fateLines(word: string, fates: readonly ItemFate[]): Generator<string> {
  const before = sum(fates.map(({ tokensBefore }) => tokensBefore));
  const after = sum(fates.map(({ tokensAfter }) => tokensAfter));
  const cut = after > 0 && after !== before ? `, ${figure(after)} of them left` : "";
  yield `${padEnd(word, 8)}${counted(fates.length, "item")}, ${figure(before)} tokens${cut}`;
  const kinds = new Map<string, { items: number; tokens: number }>();
  for (const { type, origin, tokensBefore } of fates) {
    const kind = type === "message" ? `message of ${origin}` : type;
    const { items, tokens } = kinds.get(kind) ?? { items: 0, tokens: 0 };
    kinds.set(kind, { items: items + 1, tokens: tokens + tokensBefore });
  }
  for (const [kind, { items, tokens }] of kinds) {
    const count = padStart(figure(items), 6);
    yield `        ${padEnd(kind, 28)}${count}${padStart(` ${figure(tokens)}`, 10)} tokens`;
  }
}
