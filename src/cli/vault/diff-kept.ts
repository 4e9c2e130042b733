import { invalidArgument } from "../../errors.js";
import { byteFigure, counted, figure } from "../../projections/figures.js";
import { visibleLine } from "../../projections/display-text.js";
import type { KeptFile } from "../../vault/catalog.js";
import { type ChangedLine, diffGenerations } from "../../vault/diff-generations.js";
import {
  findGeneration,
  findKept,
  type FoundKept,
  namesGeneration,
  placeOf,
} from "../../vault/find-kept.js";
import { filledLine, padStart } from "../output/layout.js";
import type { Output } from "../output/output.js";
import type { Shell } from "../shell.js";
import { generationJson } from "./show-kept.js";
import { type VaultOptions, withVault } from "./with-vault.js";

export interface DiffKeptOptions extends VaultOptions {
  readonly limit: number;
}

/** `refold vault diff`. */
export async function diffKept(
  { name, other }: { readonly name: string; readonly other: string | undefined },
  { limit, home, json }: DiffKeptOptions,
  shell: Shell,
): Promise<void> {
  const { output } = shell;
  await withVault(home, shell, async (vault) => {
    const [a, b] = twoGenerations(vault.files(), name, other);
    const diff = await diffGenerations(vault, a, b, limit);
    if (json) {
      output.json({ a: sideJson(a), b: sideJson(b), ...diff }, { indent: 2 });
      return;
    }
    const { sameFirst, sameLast, removed, added, changes } = diff;
    output.text(`--- ${titleOf(a)}`);
    output.text(`+++ ${titleOf(b)}`);
    output.text(`${counted(sameFirst, "line")} the same at the beginning`);
    output.text(changes.map((line) => changeLine(line, output)));
    const more = removed + added - changes.length;
    if (more > 0) output.text(`  … ${counted(more, "more line", "more lines")}`);
    if (sameLast > 0) output.text(`${counted(sameLast, "line")} the same at the end`);
    output.text(`${figure(removed)} removed, ${figure(added)} added`);
  });
}

/** The two that are named; of a file alone, the newest and the one before it. */
function twoGenerations(
  files: readonly KeptFile[],
  name: string,
  other: string | undefined,
): readonly [FoundKept, FoundKept] {
  if (other !== undefined) return [findGeneration(files, name), findGeneration(files, other)];
  if (namesGeneration(files, name)) {
    const found = findGeneration(files, name);
    const newest = contents(found.file).at(-1);
    return [found, { file: found.file, generation: newest ?? found.generation }];
  }
  const file = findKept(files, name);
  const [one, two] = contents(file).slice(-2);
  if (one !== undefined && two !== undefined) {
    return [
      { file, generation: one },
      { file, generation: two },
    ];
  }
  throw invalidArgument(`${name} has one generation only`, "There is nothing to compare it with.");
}

function contents({ generations }: KeptFile) {
  return generations.filter(({ sha256 }) => sha256 !== null);
}

function titleOf({ file, generation }: FoundKept): string {
  return `${visibleLine(placeOf(file))}@${file.generations.indexOf(generation) + 1}`;
}

function sideJson({ file, generation }: FoundKept) {
  const { tool, home, path } = file;
  return { tool, home, path, generation: generationJson(file, generation) };
}

function changeLine(change: ChangedLine, { columns, styles }: Output): string {
  const { kind, line, bytes, type, text } = change;
  const sign = kind === "removed" ? "-" : "+";
  const start = `${sign}${padStart(String(line), 7)}  ${padStart(byteFigure(bytes), 7)}  ${type ?? "text"}  `;
  const paint = kind === "removed" ? styles.red : styles.green;
  return paint(filledLine(start, text, { columns }));
}
