import { listThreads } from "../../runtime/discovery/listing/list-threads.js";
import type { ThreadSummary } from "../../runtime/discovery/listing/thread-summary.js";
import type { DeclareCommand } from "../command-module.js";
import { ExitCode } from "../exit-code.js";
import { shortIds, threadLines } from "../list/list-lines.js";
import { selectThreads, type Selection } from "../list/select-threads.js";
import { counted } from "../output/figures.js";
import { pathOption } from "../options/path-option.js";
import { declareHome, type HomeOption } from "../session.js";
import type { Shell } from "../shell.js";

interface ListOptions extends HomeOption, Selection {
  readonly codex?: string | true;
  readonly json?: true;
}

/** `refold list`: the threads of the store, the last changed first. */
export const declareList: DeclareCommand = (command, shell) => {
  declareHome(command)
    .option("--search <text>", "whose title, id, folder or model holds the text")
    .option("--full-text", "with --search: look into everything that was said, too")
    .option("--cwd <folder>", "that worked in this folder, or below it", pathOption)
    .option("--since <time>", "changed since a day, a time, or so long ago (7d)")
    .option("--model <model>", "whose newest turn used this model, or one that begins so")
    .option(
      "--codex [folder]",
      "with the sessions of a Codex home (CODEX_HOME or ~/.codex)",
      pathOption,
    )
    .option("--json", "one JSON document, a member for each thread")
    .addHelpText("after", EXAMPLE)
    .action((options: ListOptions) => list(options, shell));
};

async function list(options: ListOptions, shell: Shell): Promise<void> {
  const { home, codex, json } = options;
  let isStarted = false;
  const threads = await listThreads({
    ...(home !== undefined && { home }),
    ...(codex !== undefined && { codex }),
    onNotice: (notice) => shell.messages.text(`refold: ${notice}`),
    onProgress: (done, total) => {
      if (!isStarted) shell.progress.start("reading", total);
      isStarted = true;
      shell.progress.update(done);
    },
  });
  shell.progress.stop();
  const found = await selectThreads(threads, options, shell.progress);
  if (found.some(({ problem }) => problem !== null)) shell.exitCode = ExitCode.refused;
  if (json) shell.output.json(found, { indent: 2 });
  else await show(found, threads, shell);
  if (found.length === 0) await tellNothingFound(threads, options, shell);
}

/** So many are written before it is looked whether the reader keeps up. */
const THREADS_A_PART = 64;

async function show(
  found: readonly ThreadSummary[],
  all: readonly ThreadSummary[],
  { output }: Shell,
): Promise<void> {
  const ids = shortIds(all.map(({ threadId }) => threadId));
  for (let from = 0; from < found.length; from += THREADS_A_PART) {
    const part: string[] = [];
    for (const thread of found.slice(from, from + THREADS_A_PART)) {
      const shortId = ids.get(thread.threadId) ?? thread.threadId;
      const lines = threadLines(thread, shortId, output);
      part.push(typeof lines === "string" ? lines : await lines); // seldom: it takes as long as a line
    }
    output.text(part.join("\n"));
    await output.keepUp();
  }
}

async function tellNothingFound(
  all: readonly ThreadSummary[],
  { model }: ListOptions,
  { messages }: Shell,
): Promise<void> {
  if (all.length === 0) {
    messages.text("refold: no threads yet");
    return;
  }
  messages.text(`refold: none of ${counted(all.length, "thread")}`);
  if (model === undefined) return;
  const { likelyModels } = await import("../list/likely-models.js");
  const likely = likelyModels(all, model);
  if (likely.length > 0) messages.text(`no thread used that model; there is ${likely.join(", ")}`);
}

const EXAMPLE = `
Times are UTC. What was read is remembered in <home>/index, which may be removed at any time.

Example:
  $ refold list --since 7d --model gpt-5
  $ refold list --search "rate limit" --full-text --codex`;
