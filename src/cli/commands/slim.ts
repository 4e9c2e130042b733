import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { invalidArgument, isRefoldError } from "../../errors.js";
import { sum } from "../../projections/figures.js";
import { statusAt } from "../../sessions/path-refused.js";
import { findSessionFiles } from "../../sessions/session-files.js";
import type { ApplyOptions, SlimOptions, SlimReport } from "../../sessions/slim/slim-file.js";
import { storeHome } from "../../store/jsonl/home.js";
import { beforeEnding } from "../ending.js";
import { limitYoungGeneration } from "../heap-growth.js";
import { ExitCode, type DeclareCommand, type Shell } from "../shell.js";
import { forEachReported, reportFailure } from "../failure.js";
import { countFromZeroOption } from "../options.js";
import { declareHome, type HomeOption } from "../session.js";
import { declareHomes, type HomesOptions, namedPaths } from "../session-paths.js";
import { type LeftAlone, slimLines } from "../slim/slim-lines.js";

interface SlimCommandOptions extends HomeOption, HomesOptions {
  readonly apply?: true;
  readonly keepTurns: number;
  readonly dropIndex?: true;
  readonly json?: true;
}

const KEPT_TURNS = 10;

/** `refold slim`: sessions of other tools without what no request of theirs shows any more. */
export const declareSlim: DeclareCommand = (command, shell) => {
  declareHomes(declareHome(command))
    .argument("[paths...]", "sessions of other tools, or folders of them")
    .option("--apply", "replace each file, after the vault has kept the original")
    .option(
      "--keep-turns <count>",
      "turns that can be taken back afterwards as before",
      countFromZeroOption,
      KEPT_TURNS,
    )
    .option("--drop-index", "remove Codex's index of byte positions, which Codex builds again")
    .option("--json", "one JSON document")
    .addHelpText("after", EXAMPLE)
    .action(async (named: readonly string[], options: SlimCommandOptions) => {
      const paths = namedPaths(named, options);
      if (paths.length === 0) {
        const remedy = "name sessions, or a home: --codex, --claude, --pi";
        throw invalidArgument("nothing is named", remedy);
      }
      const { apply, keepTurns, json } = options;
      const found =
        apply === true ? await applied(paths, options, shell) : await looked(paths, options, shell);
      const bytesBefore = sum(found.files.map((file) => file.bytesBefore));
      const bytesAfter = sum(found.files.map((file) => file.bytesAfter));
      const report = { applied: apply === true, keepTurns, ...found, bytesBefore, bytesAfter };
      if (json) shell.output.json({ kind: "slim", ...report }, { indent: 2 });
      else shell.output.text(slimLines(report, shell.output));
    });
};

const EXAMPLE = `
Without --apply nothing is written. What gives way: lists of superseded checkpoints, and images and long
outputs that no request shows any more. The tool sends the same next request when it resumes the session,
now and after going back by as many turns as --keep-turns says (docs/slim.md). refold vault restore gives
the original back.

Example:
  $ refold slim ~/.codex/sessions/2026
  $ refold slim session.jsonl --apply --keep-turns 20`;

interface Found {
  readonly files: readonly SlimReport[];
  readonly left: readonly LeftAlone[];
}

function looked(
  paths: readonly string[],
  options: SlimCommandOptions,
  shell: Shell,
): Promise<Found> {
  const { keepTurns, dropIndex } = options;
  return slimAll(paths, { keepTurns, dropsIndex: dropIndex === true }, shell);
}

/** With the vault of the home, which keeps each original. */
async function applied(
  paths: readonly string[],
  { home, keepTurns, dropIndex }: SlimCommandOptions,
  shell: Shell,
): Promise<Found> {
  const { openVault, vaultFolder } = await import("../../vault/vault.js");
  const { keepOriginal } = await import("../../vault/keep-original.js");
  const { keepFile } = await import("../../vault/keep-files.js");
  const { fileInHome } = await import("../../vault/file-in-home.js");
  const vault = await openVault(vaultFolder(storeHome(home)), { isBegun: true });
  const apply: ApplyOptions = {
    keep: (path, dialect) => keepOriginal(vault, path, dialect),
    replaced: async (path, dialect) => {
      await keepFile(vault, fileInHome(path, dialect), "slimmed");
    },
    guard: (partial) => beforeEnding(() => rmSync(partial, { force: true })),
    check: brokenInvariants,
  };
  try {
    return await slimAll(paths, { keepTurns, dropsIndex: dropIndex === true, apply }, shell);
  } finally {
    vault.close();
  }
}

/** What does not hold of a session, by name. */
async function brokenInvariants(path: string): Promise<readonly string[]> {
  const { checkInvariants } = await import("../../testing/invariants/check-invariants.js");
  const { fileBytes } = await import("../../sessions/file-bytes.js");
  const { foreignSession } = await import("../../sessions/foreign-session.js");
  const session = await foreignSession(await fileBytes(path), undefined);
  const { source, blobs } = session;
  const { checks } = await checkInvariants(source, { blobs, damage: () => session.damage() });
  return checks.filter(({ violations }) => violations > 0).map(({ invariant }) => invariant);
}

/** Sessions one by one; one that fails does not stop the others. */
async function slimAll(
  paths: readonly string[],
  wish: Pick<SlimOptions, "keepTurns" | "dropsIndex" | "apply">,
  shell: Shell,
): Promise<Found> {
  const { slimFile } = await import("../../sessions/slim/slim-file.js");
  const { CodexHomes } = await import("../../sessions/slim/codex-homes.js");
  const { RelatedFiles } = await import("../../sessions/related-file.js");
  const found: { files: SlimReport[]; left: LeftAlone[] } = { files: [], left: [] };
  const { progress } = shell;
  const onProgress = (doneBytes: number): void => {
    if (wish.apply !== undefined) limitYoungGeneration(); // the proof needs the most
    progress.update(doneBytes);
  };
  const all = { ...wish, homes: new CodexHomes(), related: new RelatedFiles(), onProgress };
  const slim = async ({ path, isNamed }: FileToSlim): Promise<void> => {
    progress.start("reading", statusAt(path)?.size ?? null);
    try {
      found.files.push(await slimFile(path, all));
    } catch (error) {
      // In a folder a file that cannot become shorter is no trouble.
      if (isNamed || !isRefoldError(error, "slim-refused")) throw error;
      found.left.push({ path, reason: error.details.reason });
    } finally {
      progress.stop();
    }
  };
  await forEachReported(await filesToSlim(paths, shell), slim, { shell });
  return found;
}

interface FileToSlim {
  readonly path: string;
  /** False: it was found in a folder that was named. */
  readonly isNamed: boolean;
}

async function filesToSlim(paths: readonly string[], shell: Shell): Promise<readonly FileToSlim[]> {
  const folders = paths.filter((path) => statusAt(path)?.isDirectory() === true);
  const named = paths.filter((path) => !folders.includes(path)).map((path) => resolve(path));
  const { files, unread } = findSessionFiles(folders);
  for (const { error } of unread) shell.exitCode = await reportFailure(error, shell);
  if (unread.length > 0) shell.exitCode = ExitCode.refused;
  return [
    ...named.map((path) => ({ path, isNamed: true })),
    ...files.map(({ path }) => ({ path, isNamed: named.includes(path) })),
  ].filter(({ path }, index, all) => all.findIndex((one) => one.path === path) === index);
}
