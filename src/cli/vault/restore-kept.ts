import { resolve } from "node:path";
import { byteFigure, counted } from "../../projections/figures.js";
import { visibleLine } from "../../projections/display-text.js";
import type { KeptFile } from "../../vault/catalog.js";
import {
  filesOfSession,
  findGeneration,
  type FoundKept,
  generationAsOf,
  newestWithContent,
  placeOf,
} from "../../vault/find-kept.js";
import { keepFile } from "../../vault/keep-files.js";
import { type Restored, restoreFile, restorePath } from "../../vault/restore.js";
import type { Vault } from "../../vault/vault.js";
import { forEachReported } from "../failure.js";
import { parseMoment } from "../options.js";
import type { Shell } from "../shell.js";
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
  const { asOf, only, dryRun, home, json } = options;
  const { output } = shell;
  await withVault(home, shell, async (vault) => {
    const asked = {
      asOf: asOf === undefined ? Infinity : parseMoment(asOf, "--as-of", output.times).getTime(),
      isOnly: only === true,
    };
    const found = names.flatMap((name) => filesNamed(vault.files(), name, asked));
    const done: Restored[] = [];
    const work = async (kept: FoundKept): Promise<void> => {
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
}

/** A home's folder names all of its files; a session all that belongs to it, as it was beside that generation. */
function filesNamed(
  files: readonly KeptFile[],
  name: string,
  { asOf, isOnly }: Asked,
): readonly FoundKept[] {
  const home = resolve(name);
  const ofHome = files.filter((file) => file.home === home);
  if (ofHome.length > 0) return ofHome.flatMap((file) => foundIn(file, asOf));
  const named = findGeneration(files, name, asOf);
  if (isOnly || named.file.role !== "session") return [named];
  const { generations } = named.file;
  const next = generations[generations.indexOf(named.generation) + 1];
  // Until the next generation of the session, what belongs to it may have changed as well.
  const until = Math.min(asOf, next === undefined || next.sha256 === null ? Infinity : next.at - 1);
  const others = filesOfSession(files, named.file).filter((file) => file !== named.file);
  return [named, ...others.flatMap((file) => foundIn(file, until))];
}

function foundIn(file: KeptFile, asOf: number): readonly FoundKept[] {
  const generation = asOf === Infinity ? newestWithContent(file) : generationAsOf(file, asOf);
  return generation === undefined ? [] : [{ file, generation }];
}

async function restoreOne(
  vault: Vault,
  kept: FoundKept,
  { to, force, dryRun }: RestoreKeptOptions,
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
