import { byteFigure } from "../../projections/figures.js";
import { visibleLine } from "../../projections/display-text.js";
import type { Generation, KeptFile } from "../../vault/catalog.js";
import {
  findGeneration,
  findKept,
  type FoundKept,
  namesGeneration,
  placeOf,
} from "../../vault/find-kept.js";
import { writeOut } from "../export/write-file.js";
import { parseMoment } from "../options.js";
import { padEnd, padStart } from "../output/layout.js";
import type { Output } from "../output/output.js";
import type { Shell } from "../shell.js";
import { type VaultOptions, withVault } from "./with-vault.js";

export interface ShowKeptOptions extends VaultOptions {
  readonly asOf?: string;
}

/** `refold vault show`. */
export async function showKept(
  name: string,
  { asOf, home, json }: ShowKeptOptions,
  shell: Shell,
): Promise<void> {
  const { output } = shell;
  await withVault(home, shell, async (vault) => {
    const one = oneGeneration(vault.files(), name, asOf, output);
    if (one !== null) {
      if (json) output.json(generationJson(one.file, one.generation), { indent: 2 });
      else await writeOut(vault.read(one.generation), shell);
      return;
    }
    const file = findKept(vault.files(), name);
    const generations = file.generations.map((generation) => generationJson(file, generation));
    const { tool, home: place, path, role } = file;
    if (json) output.json({ tool, home: place, path, role, generations }, { indent: 2 });
    else output.text(generationLines(file, output));
  });
}

/** Null: the file is named, and none of its generations. */
function oneGeneration(
  files: readonly KeptFile[],
  name: string,
  asOf: string | undefined,
  { times }: Output,
): FoundKept | null {
  if (asOf !== undefined) {
    return findGeneration(files, name, parseMoment(asOf, "--as-of", times).getTime());
  }
  return namesGeneration(files, name) ? findGeneration(files, name) : null;
}

/** What programs get of a generation. Times are RFC 3339; `number` is what `NAME@NUMBER` takes. */
export function generationJson(file: KeptFile, generation: Generation) {
  const { id, at, why, bytes, modifiedNs, mode, sha256 } = generation;
  return {
    number: file.generations.indexOf(generation) + 1,
    ...{ id, keptAt: new Date(at).toISOString(), why, bytes },
    modifiedAt: sha256 === null ? null : timeOfNs(modifiedNs),
    mode: sha256 === null ? null : (mode & 0o777).toString(8),
    sha256,
  };
}

function* generationLines(file: KeptFile, { styles, times }: Output): Generator<string> {
  yield styles.bold(visibleLine(placeOf(file)));
  yield styles.dim("    N  kept                 why          size  changed");
  for (const [index, { at, why, bytes, modifiedNs, sha256 }] of file.generations.entries()) {
    const changed = times.time(timeOfNs(modifiedNs));
    const start = `${padStart(String(index + 1), 5)}  ${times.time(new Date(at).toISOString())}`;
    const size = sha256 === null ? "" : byteFigure(bytes);
    yield `${start}  ${padEnd(why, 9)}  ${padStart(size, 7)}  ${sha256 === null ? "" : changed}`.trimEnd();
  }
  yield styles.dim(`times: ${times.zone}`);
}

function timeOfNs(ns: bigint): string {
  return new Date(Number(ns / 1_000_000n)).toISOString();
}
