import { lstatSync } from "node:fs";
import { byteFigure, counted, figure } from "../../projections/figures.js";
import { visibleLine } from "../../projections/display-text.js";
import type { KeptFile } from "../../vault/catalog.js";
import type { Generation } from "../../vault/generation-table.js";
import {
  findGeneration,
  findKept,
  type FoundKept,
  namesGeneration,
  placeOf,
  numberOf,
  idIn,
  newestWithContent,
} from "../../vault/find-kept.js";
import { writeOut } from "../export/write-file.js";
import { parseMoment } from "../options.js";
import { padEnd, padStart, filledLine, excerpt } from "../output/layout.js";
import type { Output } from "../output/output.js";
import type { Shell } from "../shell.js";
import { type VaultOptions, withVault } from "./with-vault.js";
import { invalidArgument } from "../../errors.js";
import { type ChangedLine, diffGenerations } from "../../vault/diff-generations.js";
import { keptTitle } from "../../vault/kept-session.js";
import type { Vault } from "../../vault/vault.js";

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
    number: numberOf({ file, generation }),
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
      output.json({ a: keptJson(a), b: keptJson(b), ...diff }, { indent: 2 });
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

function titleOf(kept: FoundKept): string {
  return `${visibleLine(placeOf(kept.file))}@${numberOf(kept)}`;
}

export function keptJson({ file, generation }: FoundKept) {
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

export interface ListKeptOptions extends VaultOptions {
  readonly files?: true;
  readonly gone?: true;
  readonly limit: number;
}

/** What a list says of a file. */
interface KeptRow {
  readonly tool: string;
  readonly home: string;
  readonly path: string;
  readonly role: string;
  /** In the name of a session; null: there is none. */
  readonly id: string | null;
  readonly title: string | null;
  readonly generations: number;
  /** Of the newest content, and when it was kept (RFC 3339). */
  readonly bytes: number;
  readonly keptAt: string;
  /** Whether there is a file in its place now. */
  readonly there: boolean;
}

/** `refold vault list`. */
export async function listKept(
  text: string | undefined,
  { files, gone, limit, home, json }: ListKeptOptions,
  shell: Shell,
): Promise<void> {
  await withVault(home, shell, async (vault) => {
    const all = vault.files().filter(({ role }) => files === true || role === "session");
    const found = all
      .filter((file) => text === undefined || placeOf(file).includes(text))
      .filter((file) => gone !== true || !isThere(placeOf(file)))
      .toSorted((one, other) => lastKept(other) - lastKept(one));
    const rows: KeptRow[] = [];
    for (const file of found.slice(0, limit)) rows.push(await rowOf(vault, file));
    const { output, messages } = shell;
    if (json) output.json({ files: rows, more: found.length - rows.length }, { indent: 2 });
    else output.text(rows.flatMap((row) => rowLines(row, output)));
    if (rows.length > 0 && !json) output.text(output.styles.dim(`times: ${output.times.zone}`));
    const more = found.length - rows.length;
    if (more > 0) messages.text(`refold: and ${counted(more, "file")} more; --limit shows them`);
    if (all.length === 0) messages.text("refold: nothing is kept yet");
    else if (found.length === 0) messages.text(`refold: none of ${counted(all.length, "file")}`);
  });
}

function lastKept({ newest }: KeptFile): number {
  return newest?.at ?? 0;
}

async function rowOf(vault: Vault, file: KeptFile): Promise<KeptRow> {
  const { tool, home, path, role, generations } = file;
  const generation = newestWithContent(file);
  const isSession = role === "session" && generation !== undefined;
  return {
    ...{ tool, home, path, role, id: role === "session" ? idIn(path) : null },
    title: isSession ? await keptTitle(vault, { file, generation }) : null,
    generations: generations.length,
    bytes: generation?.bytes ?? 0,
    keptAt: new Date(lastKept(file)).toISOString(),
    there: isThere(placeOf(file)),
  };
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function rowLines(row: KeptRow, { styles, times, columns }: Output): readonly string[] {
  const start = [
    times.time(row.keptAt).slice(0, "2026-04-01 12:00".length),
    padEnd(row.tool, 6),
    padStart(String(row.generations), 4),
    padStart(byteFigure(row.bytes), 7),
    row.there ? "    " : "gone",
  ].join("  ");
  const title = row.title ?? row.path.slice(row.path.lastIndexOf("/") + 1);
  return [
    `${start}  ${excerpt(title, Math.max(12, columns - start.length - 2))}`,
    styles.dim(`  ${visibleLine(placeOf(row))}`),
  ];
}
