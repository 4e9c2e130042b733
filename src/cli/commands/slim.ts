import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { invalidArgument, isRefoldError, type RefoldErrorCode } from "../../errors.js";
import { sum, byteFigure, counted, figure } from "../../projections/figures.js";
import { statusAt } from "../../sessions/path-refused.js";
import { findSessionFiles } from "../../sessions/session-files.js";
import type { ApplyOptions, SlimOptions, SlimReport } from "../../sessions/slim/slim-file.js";
import { storeHome } from "../../store/jsonl/home.js";
import { beforeEnding } from "../ending.js";
import { limitYoungGeneration } from "../heap-growth.js";
import { ExitCode, type DeclareCommand, type Shell } from "../shell.js";
import { forEachReported, reportFailure } from "../failure.js";
import { countFromZeroOption, pathArgument } from "../options.js";
import { declareHome, type HomeOption } from "../session.js";
import { declareHomes, type HomesOptions, namedPaths } from "../session-paths.js";
import { tornTeller } from "../vault/with-vault.js";
import type { GoneKind } from "../../dialects/shared/slimming.js";
import { nounFor, visibleLine } from "../../projections/display-text.js";
import { padEnd, padStart } from "../output/layout.js";
import type { Output } from "../output/output.js";

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
    .argument("[paths...]", "sessions of other tools, or folders of them", pathArgument)
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
  /** Sessions that stay as they are, and why. */
  readonly left: readonly LeftAlone[];
}

interface LeftAlone {
  readonly path: string;
  readonly reason: string;
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
  const { fileInHome, keepOriginal } = await import("../../vault/keep-original.js");
  const { keepFile } = await import("../../vault/keep-files.js");
  const onTorn = tornTeller(shell);
  const vault = await openVault(vaultFolder(storeHome(home)), { isBegun: true, onTorn });
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

interface SlimSum extends Found {
  readonly applied: boolean;
  readonly keepTurns: number;
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}

/** What gives way in sessions, for people: a line for each that becomes shorter, kinds, the sum. */
function* slimLines(report: SlimSum, { styles }: Output): Generator<string> {
  const { applied, files, left, keepTurns } = report;
  const shorter = files.filter((file) => file.bytesAfter < file.bytesBefore);
  for (const file of shorter) yield `${sizes(file)}  ${visibleLine(file.path)}`;
  const kinds = kindsOf(files);
  if (kinds.length > 0) yield styles.bold(applied ? "gave way" : "would give way");
  for (const { kind, count, bytes } of kinds) {
    const what = `${figure(count)} ${nounFor(count, kind)}`;
    yield `  ${padEnd(what, KIND_COLUMNS)}${padStart(byteFigure(bytes), SIZE_COLUMNS)}`;
  }
  for (const { path, reason } of left) yield `left as it is (${reason}): ${visibleLine(path)}`;
  // Those that failed are named on stderr: they might become shorter another time.
  if (files.length === 0) yield `no session ${applied ? "became" : "would become"} shorter`;
  else {
    const sum = `${counted(files.length, "session")}, ${figure(shorter.length)} shorter: `;
    yield styles.bold(`${sum}${sizes(report).trim()}`);
  }
  if (shorter.length === 0) return;
  if (applied) {
    yield "the vault has the originals: refold vault show FILE lists them, refold vault restore FILE@N gives one back";
    return;
  }
  const turns = counted(keepTurns, "turn");
  yield `nothing was written: --apply replaces them, and ${turns} can be taken back afterwards`;
  yield* obstacles(shorter);
}

const OBSTACLES: Partial<Readonly<Record<RefoldErrorCode, string>>> = {
  "session-open": "open in a process: end it first",
  "slim-refused": "in a home with an index of byte positions: end Codex, then say --drop-index",
  "write-failed": "in a place that may not be written to",
};

/** What --apply would refuse now. */
function* obstacles(files: readonly SlimReport[]): Generator<string> {
  const codes = files.flatMap(({ obstacle }) => obstacle ?? []);
  for (const code of new Set(codes)) {
    const count = codes.filter((one) => one === code).length;
    yield `${figure(count)} of them not now: ${OBSTACLES[code] ?? code}`;
  }
}

const KIND_COLUMNS = 28;
const SIZE_COLUMNS = 10;

/** `  12.3 MB → 0.4 MB  (3 %)` */
function sizes({ bytesBefore, bytesAfter }: Pick<SlimSum, "bytesBefore" | "bytesAfter">): string {
  const [before, after] = [byteFigure(bytesBefore), byteFigure(bytesAfter)];
  const share = Math.ceil((100 * bytesAfter) / Math.max(1, bytesBefore));
  const least = bytesAfter < bytesBefore ? 99 : 100; // what became shorter is not all of it
  return `${padStart(before, SIZE_COLUMNS)} → ${padStart(after, SIZE_COLUMNS)} (${Math.min(share, least)} %)`;
}

/** What gave way in all of them, the most first. */
function kindsOf(files: readonly SlimReport[]): readonly GoneKind[] {
  const gone = files.flatMap((file) => file.gone);
  const kinds = [...new Set(gone.map(({ kind }) => kind))].map((kind) => {
    const own = gone.filter((one) => one.kind === kind);
    return {
      kind,
      count: sum(own.map(({ count }) => count)),
      bytes: sum(own.map(({ bytes }) => bytes)),
    };
  });
  return kinds.toSorted((one, other) => other.bytes - one.bytes);
}
