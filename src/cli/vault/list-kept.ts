import { lstatSync } from "node:fs";
import { byteFigure, counted } from "../../projections/figures.js";
import { visibleLine } from "../../projections/display-text.js";
import type { KeptFile } from "../../vault/catalog.js";
import { idIn, newestWithContent, placeOf } from "../../vault/find-kept.js";
import { keptTitle } from "../../vault/kept-session.js";
import type { Vault } from "../../vault/vault.js";
import { excerpt, padEnd, padStart } from "../output/layout.js";
import type { Output } from "../output/output.js";
import type { Shell } from "../shell.js";
import { type VaultOptions, withVault } from "./with-vault.js";

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

function lastKept({ generations }: KeptFile): number {
  return generations.at(-1)?.at ?? 0;
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
