import { invalidArgument, type RefoldError } from "../../errors.js";
import { Option } from "commander";
import { rankNames } from "../../nearest-names.js";
import { SPEND_CUTS, type SpendCut, spendGroups } from "../../projections/stats/spend-groups.js";
import { statsReport } from "../../projections/stats/stats-report.js";
import {
  findSessionFiles,
  type FoundFiles,
  preparedFiles,
  type SessionFile,
  type SessionView,
  sizeOf,
} from "../../sessions/session-files.js";
import { storedThreads } from "../../sessions/stored-threads.js";
import { unreadSession } from "../../sessions/errors.js";
import { usefulThreads } from "../../sessions/worker-threads.js";
import { withHome } from "../../store/open-home.js";
import { ExitCode, type DeclareCommand, type Shell } from "../shell.js";
import type { Progress } from "../output/progress.js";
import { refuseTaken, writeFile } from "../export/write-file.js";
import { countOption, parseMoment, pathOption, pathArgument } from "../options.js";
import { UTC_TIMES } from "../output/times.js";
import { declarePrices, loadPrices, type PricesOption, tellUnpriced } from "../prices.js";
import { declareReading, newerOf, type ReadingOptions } from "../session.js";
import {
  declareHomes,
  type HomesOptions,
  isDatabaseAsked,
  namedPaths,
  sessionPaths,
} from "../session-paths.js";
import { countHere, countInThreads, openThreads, type FilesTally } from "../stats/count-batches.js";
import type { CountOptions } from "../stats/tally-file.js";
import { statsLines } from "../stats/stats-lines.js";
import { declareVaultOption, type VaultOption, withVaultView } from "../vault/with-vault.js";

interface StatsOptions extends ReadingOptions, HomesOptions, PricesOption, VaultOption {
  readonly by?: SpendCut;
  readonly since?: string;
  readonly model?: string;
  /** Files that are read at a time; absent: as many as there are processors, for much work. */
  readonly jobs?: number;
  readonly json?: true;
  readonly html?: string;
  readonly force?: true;
}

/** `refold stats`: what many sessions come to. */
export const declareStats: DeclareCommand = (command, shell) => {
  declareVaultOption(declarePrices(declareHomes(declareReading(command))))
    .argument("[paths...]", "recorded sessions or folders; default: the store", pathArgument)
    .option("--since <time>", "only what happened since a day, a time, or so long ago (7d)")
    .addOption(new Option("--by <cut>", "what was spent, one row each").choices(SPEND_CUTS))
    .option(...UTC_TIMES)
    .option("--model <name>", "only this model, or models with this prefix")
    .option("--jobs <count>", "number of files to read at a time", countOption)
    .option("--json", "one JSON document")
    .option("--html <file>", "also write an HTML page with charts", pathOption)
    .option("--force", "overwrite an existing file")
    .addHelpText("after", EXAMPLE)
    .action(async (paths: readonly string[], options: StatsOptions) => {
      const { by, html, force, home, json } = options;
      const page = html === undefined ? null : { path: html, force, home };
      if (page !== null) refuseTaken(page); // before anything is counted
      const { tally, ...files } = await withVaultView(options, { shell }, (view) =>
        countSessions(paths, options, { shell, view }),
      );
      const { output, messages } = shell;
      const report = statsReport(tally, output.times);
      const cut = by ? { by, groups: spendGroups(tally, by, output.times) } : null;
      if (json) output.json({ ...report, ...cut, ...files }, { indent: 2 });
      else output.text(statsLines(report, { files, groups: cut }, output));
      tellUnpriced(report.unpricedModels, messages);
      if (page !== null) {
        const { renderStatsHtml } = await import("../../sessions/static-page.js");
        await writeFile([Buffer.from(renderStatsHtml(report, output.times, cut))], page);
      }
      if (files.unread.length + files.damaged.length > 0) shell.exitCode = ExitCode.refused;
    });
};

const EXAMPLE = `
Every request counts once: also when its turn was rolled back, when its lines were copied into a
session that goes on from another, or when a file is found twice. Costs are those that a session
records, else by list prices (docs/prices.md). Files that cannot be read are listed and do not stop
the rest.

Example:
  $ refold stats --codex --claude --since 2026-04-01 --html april.html
  $ refold stats --claude --by project`;

/** Below this many bytes for each, threads cost more than they save: each loads and compiles by itself. */
const BYTES_A_THREAD = 64 * 1024 * 1024;

/**
 * Counts the sessions that paths name, with a bar where it takes long.
 * @throws {RefoldError} `invalid-argument`: nothing ran under the model that was asked for
 */
async function countSessions(
  paths: readonly string[],
  options: StatsOptions,
  { shell, view }: { readonly shell: Shell; readonly view: SessionView | null },
): Promise<FilesTally> {
  const { progress, output } = shell;
  const { times } = output;
  const { since, model, jobs } = options;
  const asked = {
    newer: newerOf(options),
    prices: await loadPrices(options),
    ...(since !== undefined && { since: parseMoment(since, "--since", times).toISOString() }),
    ...(model !== undefined && { model }),
  };
  const isDatabase = view === null && isDatabaseAsked(paths, options);
  const isNamed = view === null || paths.length > 0 || namedPaths([], options).length > 0;
  const found = findSessionFiles(isDatabase || !isNamed ? [] : sessionPaths(paths, options));
  const kept = view === null ? NOTHING : await preparedFiles(view);
  const { tally, files, unread, damaged } = isDatabase
    ? await countDatabase(options.home, asked, progress)
    : await countFiles([...found.files, ...kept.files], { options: asked, jobs, progress });
  progress.stop();
  if (model !== undefined && ![...tally.models].some((met) => met.startsWith(model))) {
    throw unknownModel(model, tally.models);
  }
  const unseen = [...found.unread, ...kept.unread].map(({ path, error }) =>
    unreadSession(path, error),
  );
  const inPlace = <Told extends { readonly path: string }>(told: Told): Told => ({
    ...told,
    path: view?.inPlace(told.path) ?? told.path,
  });
  return {
    ...{ tally, files },
    unread: [...unseen, ...unread].map(inPlace),
    damaged: damaged.map(inPlace),
  };
}

const NOTHING: FoundFiles = { files: [], unread: [] };

interface FilesCounting {
  readonly options: CountOptions;
  readonly jobs: number | undefined;
  readonly progress: Progress;
}

function countFiles(
  files: readonly SessionFile[],
  { options, jobs, progress }: FilesCounting,
): Promise<FilesTally> {
  const bytes = sizeOf(files);
  progress.start("counting", bytes);
  const onFile = ({ sizeBytes }: SessionFile): void => progress.add(sizeBytes);
  const size = Math.min(jobs ?? usefulThreads(Math.ceil(bytes / BYTES_A_THREAD)), files.length);
  const threads = size <= 1 ? null : openThreads(size);
  const counting = threads
    ? countInThreads(threads, files, { options, onFile })
    : countHere(files, options, onFile);
  return counting.finally(() => threads?.destroy());
}

function countDatabase(
  home: string | undefined,
  options: CountOptions,
  progress: Progress,
): Promise<FilesTally> {
  return withHome(home, async (opened) => {
    const threads = await storedThreads(opened);
    progress.start("counting", sizeOf(threads.map(({ entry }) => entry)));
    return countHere(threads, options, ({ entry }) => progress.add(entry.sizeBytes));
  });
}

const NAMED = 3;

/** Nothing that was read ran under a model of that name; the nearest that were met are named. */
function unknownModel(asked: string, met: ReadonlySet<string>): RefoldError<"invalid-argument"> {
  const nearest = rankNames(asked, met).slice(0, NAMED);
  const remedy = nearest.length === 0 ? undefined : `did you mean ${nearest.join(" or ")}?`;
  return invalidArgument(`none of the sessions ran under a model ${asked}`, remedy);
}
