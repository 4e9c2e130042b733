import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { byteFigure, counted } from "../../projections/figures.js";
import { isBelow } from "../../sessions/session-files.js";
import { visibleLine } from "../../projections/display-text.js";
import { RelatedFiles } from "../../sessions/related-file.js";
import type { KeptFile } from "../../vault/catalog.js";
import {
  filesOfSession,
  findGeneration,
  type FoundKept,
  generationAsOf,
  newestWithContent,
  placeOf,
  numberOf,
} from "../../vault/find-kept.js";
import { KeptHistories } from "../../vault/history-files.js";
import { keepFile } from "../../vault/keep-files.js";
import { type Restored, restoreFile, restorePath } from "../../vault/restore.js";
import type { Vault } from "../../vault/vault.js";
import { ExitCode, type Shell } from "../shell.js";
import { forEachReported } from "../failure.js";
import { parseMoment } from "../options.js";
import { generationJson } from "./show-kept.js";
import { type VaultOptions, withVault } from "./with-vault.js";

export interface RestoreKeptOptions extends VaultOptions {
  readonly asOf?: string;
  readonly to?: string;
  readonly only?: true;
  readonly force?: true;
  readonly dryRun?: true;
}

/** `refold vault restore`. A file that is refused does not stop the others. */
export async function restoreKept(
  names: readonly string[],
  options: RestoreKeptOptions,
  shell: Shell,
): Promise<void> {
  const { asOf, only, to, dryRun, home, json } = options;
  const { output } = shell;
  await withVault(home, shell, async (vault) => {
    const asked = {
      to,
      asOf: asOf === undefined ? Infinity : parseMoment(asOf, "--as-of", output.times).getTime(),
      isOnly: only === true,
    };
    const found = await withHistory(vault, { names, asked }, shell);
    const done: Restored[] = [];
    const work = async (kept: Wanted): Promise<void> => {
      const restored = await restoreOne(vault, kept, options);
      done.push(restored);
      if (!json) output.text(restoredLine(restored));
    };
    await forEachReported(found, work, { shell });
    if (json) output.json(done.map(restoredJson), { indent: 2 });
    else shell.messages.text(`refold: ${summaryOf(done, found.length, dryRun === true)}`);
  });
}

interface Asked {
  readonly asOf: number;
  readonly isOnly: boolean;
  readonly to: string | undefined;
}

interface Named {
  readonly names: readonly string[];
  readonly asked: Asked;
}

/** A file that is to be restored, and what stands in for its home; undefined: the home itself. */
interface Wanted extends FoundKept {
  readonly to: string | undefined;
}

/**
 * The files that are named, each once, with those that a session's history begins in: no program resumes it
 * without. One of these that is there already is left as it is.
 */
async function withHistory(
  vault: Vault,
  { names, asked }: Named,
  shell: Shell,
): Promise<readonly Wanted[]> {
  const found = new Map<KeptFile, Wanted>();
  const named = names.flatMap((name) => filesNamed(vault.files(), name, asked));
  for (const kept of named) found.set(kept.file, kept);
  if (asked.isOnly) return [...found.values()];
  const histories = new KeptHistories(vault);
  for (const kept of named) {
    if (kept.file.role !== "session") continue;
    const { to } = kept;
    const history = await histories.filesOf(kept, Math.max(asked.asOf, kept.generation.at));
    for (const base of history.found) {
      const isThere = existsSync(restorePath(base.file, to));
      if (!found.has(base.file) && !isThere) found.set(base.file, { ...base, to });
    }
    const { missing } = history;
    if (missing === null || isInPlace(restorePath(kept.file, to), missing)) continue;
    const text = `${placeOf(kept.file)} begins in the file of ${missing}, which the vault does not have`;
    shell.messages.text(`refold: ${visibleLine(text)}: Codex does not resume it`);
    shell.exitCode = ExitCode.refused;
  }
  return [...found.values()];
}

/** Whether the home has a file that was never kept. */
function isInPlace(path: string, fileId: string): boolean {
  return new RelatedFiles().find(path, fileId) !== null;
}

/**
 * A folder names all files that were in it, and the file of that name that was or is in its place; a session all
 * that belongs to it, as it was beside that generation.
 */
function filesNamed(files: readonly KeptFile[], name: string, asked: Asked): readonly Wanted[] {
  const { asOf, isOnly, to } = asked;
  const folder = resolve(name);
  const inFolder = files.filter((file) => isBelow(placeOf(file), folder));
  if (inFolder.length > 0) {
    const inItsPlace = files.filter((file) => placeOf(file) === folder);
    return [...inFolder, ...inItsPlace].flatMap((file) => foundInFolder(file, folder, asked));
  }
  const named = findGeneration(files, name, asOf);
  if (isOnly || named.file.role !== "session") return [{ ...named, to }];
  const next = named.file.generations[numberOf(named)];
  // Until the next generation of the session, what belongs to it may have changed as well.
  const until = Math.min(asOf, next === undefined || next.sha256 === null ? Infinity : next.at - 1);
  const others = filesOfSession(files, named.file).filter((file) => file !== named.file);
  return [named, ...others.flatMap((file) => foundIn(file, until))].map((kept) => ({
    ...kept,
    to,
  }));
}

/** Of several homes in one folder, each has its place below what stands in for that. */
function foundInFolder(file: KeptFile, folder: string, { asOf, to }: Asked): readonly Wanted[] {
  const isAbove = to !== undefined && isBelow(file.home, folder);
  const base = isAbove ? join(to, relative(folder, file.home)) : to;
  return foundIn(file, asOf).map((kept) => ({ ...kept, to: base }));
}

function foundIn(file: KeptFile, asOf: number): readonly FoundKept[] {
  const generation = asOf === Infinity ? newestWithContent(file) : generationAsOf(file, asOf);
  return generation === undefined ? [] : [{ file, generation }];
}

async function restoreOne(
  vault: Vault,
  { to, ...kept }: Wanted,
  { force, dryRun }: RestoreKeptOptions,
): Promise<Restored> {
  if (dryRun) return { ...kept, path: restorePath(kept.file, to), outcome: "written" };
  const { file } = kept;
  const present = to === undefined ? file : { ...file, tool: "folder" as const, home: resolve(to) };
  const keepPresent = async (): Promise<void> => {
    await keepFile(vault, present);
  };
  return restoreFile(vault, kept, { to, ...(force && { keepPresent }) });
}

function restoredLine({ path, outcome, generation }: Restored): string {
  return `${outcome.padEnd(8)}  ${byteFigure(generation.bytes).padStart(7)}  ${visibleLine(path)}`;
}

function restoredJson({ file, generation, path, outcome }: Restored) {
  return { path, outcome, from: placeOf(file), generation: generationJson(file, generation) };
}

function summaryOf(done: readonly Restored[], asked: number, isDry: boolean): string {
  if (isDry) return `${counted(done.length, "file")} would be restored`;
  const same = done.filter(({ outcome }) => outcome === "same").length;
  const refused = asked - done.length;
  return [
    `${counted(done.length - same, "file")} restored`,
    ...(same > 0 ? [`${same} as ${same === 1 ? "it was" : "they were"}`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
  ].join(", ");
}
