import { nearestNames } from "../../nearest-names.js";
import { listAll, type ListThreadsOptions } from "../../sessions/listing/list-threads.js";
import { orderedSummary, type ThreadSummary } from "../../sessions/listing/thread-summary.js";
import { isBelow, type SessionView, sizeOf } from "../../sessions/session-files.js";
import { ExitCode, type DeclareCommand, type Shell } from "../shell.js";
import { pathOption, parseMoment, pathArgument } from "../options.js";
import { counted, type Times } from "../../projections/figures.js";
import { groupedRows, plainRows, measuresFor, rowLines, shortIds } from "../list/row-lines.js";
import type { Output } from "../output/output.js";
import { progressOf } from "../output/progress.js";
import { UTC_TIMES } from "../output/times.js";
import { declarePrices, loadPrices, type PricesOption, tellUnpriced } from "../prices.js";
import { declareHome } from "../session.js";
import { declareHomes, type HomesOptions, withoutSwallowed } from "../session-paths.js";
import { declareVaultOption, type VaultOption, withVaultView } from "../vault/with-vault.js";
import { invalidArgument } from "../../errors.js";
import { resolve } from "node:path";

interface ListOptions extends HomesOptions, PricesOption, Selection, VaultOption {
  readonly all?: true;
  readonly json?: true;
}

/** `refold list`: the threads of the store, and sessions of other tools, the last changed first. */
export const declareList: DeclareCommand = (command, shell) => {
  declareVaultOption(declarePrices(declareHomes(declareHome(command))))
    .argument("[paths...]", "recorded sessions or folders, instead of the store", pathArgument)
    .option("--search <text>", "title, id, folder or model contains the text")
    .option("--full-text", "with --search: also search all messages")
    .option("--cwd <folder>", "worked in this folder or below it", pathOption)
    .option("--since <time>", "changed since a day, a time, or an age (7d)")
    .option("--model <model>", "newest turn used this model, or one with this prefix")
    .option("--all", "every fork of an experiment, and every sub-agent, in a row of its own")
    .option(...UTC_TIMES)
    .option("--json", "one JSON document, a member for each thread")
    .addHelpText("after", EXAMPLE)
    .action((paths: readonly string[], options: ListOptions) =>
      withVaultView(options, { shell }, (view) => list(paths, options, { shell, view })),
    );
};

async function list(
  named: readonly string[],
  options: ListOptions,
  { shell, view }: { readonly shell: Shell; readonly view: SessionView | null },
): Promise<void> {
  const { home, json } = options;
  const { paths, homes } = withoutSwallowed(named, options);
  const asked: ListThreadsOptions = {
    ...(home !== undefined && { home }),
    ...{ ...homes, paths },
    prices: await loadPrices(options),
    onNotice: (notice) => shell.messages.text(`refold: ${notice}`),
    onLeftOut: (notice) => {
      shell.messages.text(`refold: ${notice}`);
      shell.exitCode = ExitCode.refused;
    },
    onProgress: progressOf("reading", shell.progress),
  };
  const threads = await listAll(asked, view);
  shell.progress.stop();
  const selected = await selectThreads(threads, options, { shell, view });
  const found = view === null ? selected : selected.map((one) => inPlace(one, view));
  if (found.some(({ problem }) => problem !== null)) shell.exitCode = ExitCode.refused;
  if (json) shell.output.json(found.map(orderedSummary), { indent: 2 });
  else await show(found, threads, { output: shell.output, isAll: options.all === true });
  tellUnpriced(new Set(found.flatMap((one) => one.unpricedModels)), shell.messages);
  if (found.length === 0) await tellNothingFound(threads, options, shell);
}

/** A session of the vault is listed where its file was. */
function inPlace(thread: ThreadSummary, view: SessionView): ThreadSummary {
  const { path, olderFiles } = thread;
  const older = olderFiles?.map((file) => view.inPlace(file));
  return { ...thread, path: view.inPlace(path), ...(older && { olderFiles: older }) };
}

/** So many are written before it is looked whether the reader keeps up. */
const ROWS_A_PART = 64;

async function show(
  found: readonly ThreadSummary[],
  all: readonly ThreadSummary[],
  { output, isAll }: { readonly output: Output; readonly isAll: boolean },
): Promise<void> {
  const ids = shortIds(all.map(({ threadId }) => threadId));
  const idOf = (id: string): string => ids.get(id) ?? id;
  const rows = isAll ? plainRows(found) : groupedRows(found);
  const { columns, styles, times } = output;
  const width = { columns, styles, times, ...(await measuresFor(rows, columns)) };
  for (let from = 0; from < rows.length; from += ROWS_A_PART) {
    for (const row of rows.slice(from, from + ROWS_A_PART)) {
      output.text(rowLines(row, idOf, width));
    }
    await output.keepUp();
  }
  if (found.length > 0) output.text(styles.dim(`times: ${times.zone}`));
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
  const likely = likelyModels(all, model);
  if (likely.length > 0) messages.text(`no thread used that model; there is ${likely.join(", ")}`);
}

const EXAMPLE = `
Tokens are what the session spent itself. The forks of an experiment are one row, and so are a session and
its sub-agents. What was read is remembered in <home>/index, which may be removed at any time.

Example:
  $ refold list --since 7d --model gpt-5
  $ refold list --search "rate limit" --full-text --codex --claude
  $ refold list recordings/ --all`;

const SHOWN = 6;

/**
 * What the threads of a list used in place of a model that none of them did: the models that are
 * spelled most like it, else some of all; none when it is not the model that nothing was found for.
 */
export function likelyModels(threads: readonly ThreadSummary[], wanted: string): readonly string[] {
  if (threads.some(({ model }) => isModel(model, wanted))) return [];
  const models = new Set(threads.flatMap(({ model }) => (model === null ? [] : [model])));
  const near = nearestNames(wanted, models);
  return near.length > 0 ? near : [...models].sort().slice(0, SHOWN);
}

/** Which threads of a list are wanted: those for which all that is asked for holds. */
export interface Selection {
  readonly home?: string;
  readonly search?: string;
  readonly fullText?: true;
  readonly cwd?: string;
  readonly since?: string;
  readonly model?: string;
}

interface SelectingPlace {
  readonly shell: Pick<Shell, "progress" | "exitCode"> & {
    readonly output: Pick<Output, "times">;
    readonly messages: Pick<Output, "text">;
  };
  /** Has the threads; null: they are files already. */
  readonly view: SessionView | null;
}

/** @throws {RefoldError} `invalid-argument`: a time that is none, or `--full-text` without a text */
export async function selectThreads(
  threads: readonly ThreadSummary[],
  selection: Selection,
  { shell, view }: SelectingPlace,
): Promise<readonly ThreadSummary[]> {
  const { progress, output, messages } = shell;
  const { search, fullText } = selection;
  const found = threads.filter(quickTest(selection, output.times));
  if (search === undefined) {
    if (fullText === true) throw invalidArgument("--full-text needs --search TEXT");
    return found;
  }
  if (fullText !== true) return found.filter((thread) => names(thread, search));
  const { holdsText } = await import("../../sessions/listing/listed-lines.js");
  const { withHome } = await import("../../store/open-home.js");
  return withHome(selection.home, async (home) => {
    const database = home.kind === "database" ? home.store : null;
    const holding: ThreadSummary[] = [];
    progress.start("searching", sizeOf(found));
    for (const thread of found) {
      const failure = (await view?.prepare(thread.path)) ?? null;
      if (failure !== null) messages.text(`refold: not searched: ${failure.message}`);
      if (failure !== null) shell.exitCode = ExitCode.refused;
      const isRead = failure === null && !names(thread, search);
      const isWanted = isRead ? await holdsText(thread, search, database) : names(thread, search);
      if (isWanted) holding.push(thread);
      progress.add(thread.sizeBytes);
    }
    progress.stop();
    return holding;
  });
}

/** What the list itself says: nothing has to be read for it. */
function quickTest(
  { cwd, since, model }: Selection,
  times: Times,
): (thread: ThreadSummary) => boolean {
  const folder = cwd === undefined ? undefined : resolve(cwd);
  const from = since === undefined ? "" : parseMoment(since, "--since", times).toISOString();
  return (thread) =>
    thread.updatedAt >= from &&
    (folder === undefined || isWithin(thread.cwd, folder)) &&
    (model === undefined || isModel(thread.model, model));
}

function isWithin(cwd: string | null, folder: string): boolean {
  if (cwd === null) return false;
  return cwd === folder || isBelow(cwd, folder);
}

/** `gpt-5` finds `gpt-5-codex` too. */
export function isModel(model: string | null, wanted: string): boolean {
  return model?.toLowerCase().startsWith(wanted.toLowerCase()) === true;
}

function names({ title, threadId, cwd, model }: ThreadSummary, text: string): boolean {
  const wanted = text.toLowerCase();
  return [title, threadId, cwd, model].some((said) => said?.toLowerCase().includes(wanted));
}
