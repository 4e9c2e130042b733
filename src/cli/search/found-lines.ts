import { sep } from "node:path";
import {
  neutraliseLine,
  neutraliseText,
  visibleLine,
  withSingleSpaces,
} from "../../projections/display-text.js";
import type { SearchHit } from "../../sessions/search/search-file.js";
import { columnsOf, excerpt, padStart } from "../output/layout.js";
import type { Output } from "../output/output.js";
import type { FoundSession } from "../../sessions/search/search-sessions.js";

type Shown = Pick<Output, "columns" | "styles" | "times">;

const OFFSET_COLUMNS = 8;
const INDENT = " ".repeat(OFFSET_COLUMNS + 2);

/**
 * A session with its hits: what it is called, what `refold show` takes for it, and two lines for each
 * hit: where it is, and what was said around it.
 */
export function* foundLines(
  { name, session, hits }: FoundSession,
  output: Shown,
): Generator<string> {
  const { styles, columns } = output;
  const { title, tool, cwd } = session;
  yield styles.bold(excerpt(title ?? "(nothing said yet)", columns));
  yield `  ${visibleLine(fromHere(name))}${styles.dim(`  ${neutraliseLine(tool)}  ${neutraliseLine(cwd ?? "")}`.trimEnd())}`;
  for (const hit of hits) {
    yield `${padStart(`#${hit.offset}`, OFFSET_COLUMNS)}  ${styles.dim(placeWords(hit, output))}`;
    yield `${INDENT}${markedLine(hit, output)}`;
  }
}

/** A path below the current folder without the way there: it opens as it is shown. */
function fromHere(name: string): string {
  const here = process.cwd() + sep;
  return name.startsWith(here) ? name.slice(here.length) : name;
}

function placeWords({ at, speaker, tool }: SearchHit, { times }: Shown): string {
  const words = [times.time(at), speaker, ...(tool === null ? [] : [neutraliseLine(tool)])];
  return words.join("  ");
}

/** The excerpt on one line, with what was looked for in the first third and marked. */
function markedLine({ excerpt: text, isCut, places }: SearchHit, output: Shown): string {
  const { bold, yellow } = output.styles;
  const room = Math.max(output.columns - INDENT.length, 24);
  const first = places[0]?.from ?? 0;
  const before = lastColumns(onOneLine(text.slice(0, first)), Math.floor(room / 3), isCut.before);
  let line = before;
  let left = room - columnsOf(before);
  const add = (part: string, paint: (shown: string) => string): void => {
    if (left <= 0 || part === "") return;
    const shown = firstColumns(part, left);
    left = shown === part ? left - columnsOf(part) : 0;
    line += paint(shown);
  };
  let at = first;
  for (const { from, to } of places) {
    if (from < at) continue; // within the one before
    add(onOneLine(text.slice(at, from)), (shown) => shown);
    add(onOneLine(text.slice(from, to)), (shown) => bold(yellow(shown)));
    at = to;
  }
  add(`${onOneLine(text.slice(at))}${isCut.after ? "…" : ""}`, (shown) => shown);
  return line.trimEnd();
}

/** As `neutraliseLine`, but with the spaces at its ends. */
function onOneLine(text: string): string {
  return neutraliseText(withSingleSpaces(text));
}

function firstColumns(line: string, columns: number): string {
  if (columnsOf(line) <= columns) return line;
  const start = line.startsWith(" ") ? " " : "";
  return `${start}${excerpt(line.slice(start.length), Math.max(columns - start.length, 1))}`;
}

function lastColumns(line: string, columns: number, isCut: boolean): string {
  const characters = [...new Intl.Segmenter().segment(line.trimStart())];
  let kept = "";
  let left = columns - 1;
  for (const { segment } of characters.reverse()) {
    left -= columnsOf(segment);
    if (left < 0) return `…${kept}`;
    kept = segment + kept;
  }
  return isCut ? `…${kept}` : kept;
}
