import { Option } from "commander";
import { resolve } from "node:path";
import { invalidArgument, isRefoldError } from "../../errors.js";
import { byteFigure, counted } from "../../projections/figures.js";
import { statusAt } from "../../sessions/path-refused.js";
import {
  HOME_TOOLS,
  type ToolHomes,
  toolHome,
  type UnreadFile,
} from "../../sessions/session-files.js";
import { storeHome } from "../../store/jsonl/home.js";
import type { FoundHomes } from "../../vault/homes.js";
import type { KeepReport } from "../../vault/keep-files.js";
import type { Vault } from "../../vault/vault.js";
import { untilInterrupted } from "../ending.js";
import { ExitCode, type DeclareCommand, type Shell } from "../shell.js";
import { reportFailure } from "../failure.js";
import { durationOption, pathOption, pathArgument } from "../options.js";
import { progressOf } from "../output/progress.js";
import type { ServiceOptions } from "../keep/keeper-service.js";
import { declareAlarms, openAlarms } from "../keep/keep-alarms.js";
import { declarePrices } from "../prices.js";
import { declareHomes } from "../session-paths.js";
import { tornTeller } from "../vault/with-vault.js";

interface KeepOptions extends ServiceOptions {
  readonly watch?: true;
  readonly install?: true;
  readonly uninstall?: true;
}

const EVERY_MINUTES = 10;

/** `refold keep`: takes what other tools' homes hold into the vault, every generation of it. */
export const declareKeep: DeclareCommand = (command, shell) => {
  const every = new Option(
    "--every <time>",
    "with --watch: look at everything so often (30s, 10m, 2h)",
  );
  declarePrices(declareAlarms(declareHomes(command)))
    .argument(
      "[folders...]",
      "folders of sessions; default: the homes that there are",
      pathArgument,
    )
    .option("--watch", "go on: keep what changes, when it changes")
    .addOption(every.argParser(durationOption).default(EVERY_MINUTES * 60_000, `${EVERY_MINUTES}m`))
    .option(
      "--to <home>",
      "the Refold home whose vault it is (default: REFOLD_HOME or ~/.refold)",
      pathOption,
    )
    .option("--install", "let the system's service manager run this with --watch from now on")
    .option("--uninstall", "end and remove what --install made; what was kept stays")
    .addHelpText("after", EXAMPLE)
    .action(async (folders: readonly string[], options: KeepOptions) => {
      if (options.uninstall === true) {
        const { uninstallKeeper } = await import("../keep/keeper-service.js");
        await uninstallKeeper(shell);
      } else await keep(folders, options, shell);
    });
};

const EXAMPLE = `
What a file held at a look stays in <home>/vault when the file grows, is rewritten or deleted; refold vault
lists and restores it. Files are only read. Ctrl-C ends --watch.

Example:
  $ refold keep
  $ refold keep --codex --claude --watch --every 5m
  $ refold keep --install --notify ./tell-me`;

async function keep(folders: readonly string[], options: KeepOptions, shell: Shell): Promise<void> {
  const { findHomeFiles } = await import("../../vault/homes.js");
  const { openVault, vaultFolder } = await import("../../vault/vault.js");
  const homes = homesAsked(folders, options);
  const find = (): FoundHomes => findHomeFiles(homes, folders);
  const found = find();
  refuseNoHome(found, homes, folders);
  if (options.install === true) {
    const { installKeeper } = await import("../keep/keeper-service.js");
    await installKeeper(folders, options, shell);
    return;
  }
  const onTorn = tornTeller(shell);
  const vault = await openVault(vaultFolder(storeHome(options.to)), { isBegun: true, onTorn });
  try {
    const raise = await openAlarms(vault, options, shell);
    if (options.watch === true) await watch({ vault, find, raise, everyMs: options.every }, shell);
    else await raise(await keepOnce(vault, found, shell));
  } finally {
    vault.close();
  }
}

/** Those that are named; else, without a folder, those that are there. */
function homesAsked(folders: readonly string[], options: KeepOptions): ToolHomes {
  const { codex, claude, pi } = options;
  const named = { ...(codex && { codex }), ...(claude && { claude }), ...(pi && { pi }) };
  if (folders.length > 0 || Object.keys(named).length > 0) return named;
  const there = HOME_TOOLS.filter((tool) => statusAt(toolHome(tool, true)) !== undefined);
  if (there.length === 0) {
    throw invalidArgument("no tool has a home here", "name a folder of sessions");
  }
  return Object.fromEntries(there.map((tool) => [tool, true]));
}

/** What was named and cannot be read is a mistake; in the midst of watching, it is something that happened. */
function refuseNoHome({ unread }: FoundHomes, homes: ToolHomes, folders: readonly string[]): void {
  const named = new Set(folders.map((folder) => resolve(folder)));
  for (const tool of HOME_TOOLS) {
    const asked = homes[tool];
    if (asked !== undefined) named.add(resolve(toolHome(tool, asked)));
  }
  const refused = unread.find(({ path }) => named.has(path));
  if (refused !== undefined) throw refused.error;
}

async function keepOnce(vault: Vault, found: FoundHomes, shell: Shell): Promise<KeepReport> {
  const { keepFiles } = await import("../../vault/keep-files.js");
  const onProgress = progressOf("keeping", shell.progress);
  const report = await keepFiles(vault, found, { onProgress });
  shell.progress.stop();
  shell.output.text(reportLine(report));
  await tellTroubles(report, shell);
  return report;
}

/** `12 files, 2.1 GB: 3 new, 1 grew; 120 MB read, 3.1 MB stored`. */
function reportLine({ files, bytes, kept, readBytes, storedBytes }: KeepReport): string {
  const counts = new Map<string, number>();
  for (const { why } of kept) counts.set(why, (counts.get(why) ?? 0) + 1);
  const changes = [...counts].map(([why, count]) => `${count} ${why}`).join(", ");
  const looked = `${counted(files, "file")}, ${byteFigure(bytes)}`;
  if (changes === "") return `${looked}: nothing new`;
  return `${looked}: ${changes}; ${byteFigure(readBytes)} read, ${byteFigure(storedBytes)} stored`;
}

async function tellTroubles(report: KeepReport, shell: Shell): Promise<void> {
  const { moving, unread } = report;
  if (moving.length > 0) {
    const which = `${counted(moving.length, "file")} changed while being read`;
    shell.messages.text(`refold: ${which}: the next look keeps the rest`);
  }
  for (const { error } of unread) shell.exitCode = await reportFailure(error, shell);
}

interface Watched {
  readonly vault: Vault;
  readonly find: () => FoundHomes;
  /** Tells what a look gives cause for. */
  readonly raise: (report: KeepReport) => Promise<void>;
  readonly everyMs: number;
}

async function watch({ raise, ...watched }: Watched, shell: Shell): Promise<void> {
  const { watchHomes } = await import("../../vault/watch-homes.js");
  const told = new Told(shell);
  await watchHomes({
    ...watched,
    signal: untilInterrupted(),
    onLook: async (report, isWhole) => {
      told.take(report, isWhole);
      await raise(report);
      await shell.output.flush(); // a log shows it now
      await shell.messages.flush();
    },
    onFailure: (error) => told.failed(error),
    onUnwatched: (error) =>
      shell.messages.text(
        `refold: no events for some folders, which wait for --every: ${error.message}`,
      ),
  });
  shell.exitCode = ExitCode.done;
}

/** Says what is new, and each trouble once, until it is over. */
class Told {
  #unread: ReadonlySet<string> = new Set();
  /** Why looks fail; null: the last one did not. */
  #failure: string | null = null;

  constructor(private readonly shell: Shell) {}

  take(report: KeepReport, isWhole: boolean): void {
    const { output, messages } = this.shell;
    if (report.kept.length > 0) {
      output.text(`${output.times.time(new Date().toISOString())} ${reportLine(report)}`);
    }
    if (this.#failure !== null) messages.text("refold: files are kept again");
    this.#failure = null;
    if (isWhole) this.#tellUnread(report.unread);
  }

  failed(error: unknown): void {
    const failure = isRefoldError(error) ? error.code : String(error);
    if (failure !== this.#failure) void reportFailure(error, this.shell);
    this.#failure = failure;
  }

  #tellUnread(unread: readonly UnreadFile[]): void {
    const before = this.#unread;
    this.#unread = new Set(unread.map(({ path }) => path));
    for (const { path, error } of unread) {
      if (!before.has(path)) void reportFailure(error, this.shell);
    }
    for (const path of before) {
      if (!this.#unread.has(path)) this.shell.messages.text(`refold: no trouble any more: ${path}`);
    }
  }
}
