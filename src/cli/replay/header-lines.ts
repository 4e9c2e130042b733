import { durationFigure, timeFigure } from "../output/figures.js";
import { excerpt, padEnd, paragraph } from "../output/layout.js";
import { neutraliseLine } from "../output/neutralise.js";
import type { Output } from "../output/output.js";
import type { SessionOutline } from "./outline.js";

const FIELD_INDENT = 12;

/** Who and when: the lines above a session. */
export function headerLines(
  outline: SessionOutline,
  name: string,
  output: Output,
): readonly string[] {
  const { bold } = output.styles;
  const fields: readonly (readonly [string, string | null])[] = [
    ["thread", threadWords(outline)],
    [
      "from",
      outline.forkedFrom &&
        `thread ${outline.forkedFrom.threadId} at #${outline.forkedFrom.offset}`,
    ],
    ["source", outline.source],
    ["parent", outline.parent],
    ["model", outline.models.length === 0 ? null : outline.models.join(", ")],
    ["cwd", outline.cwd],
    ["time", timeSpan(outline)],
  ];
  return [
    // A path stands whole, to be copied.
    bold(outline.title === null ? neutraliseLine(name) : excerpt(outline.title, output.columns)),
    ...fields.flatMap(([label, value]) =>
      value === null || value === "" ? [] : fieldLines(label, value, output),
    ),
  ];
}

/** `  model     gpt-5-codex`, wrapped under itself. */
export function fieldLines(label: string, value: string, output: Output): readonly string[] {
  const indent = " ".repeat(FIELD_INDENT);
  const lines = paragraph(neutraliseLine(value), { columns: output.columns, indent });
  return lines.map((line, index) =>
    index === 0
      ? `  ${output.styles.dim(padEnd(label, FIELD_INDENT - 2))}${line.slice(indent.length)}`
      : line,
  );
}

function threadWords({ threadId, foreignId }: SessionOutline): string | null {
  if (threadId === null) return foreignId;
  return foreignId === null ? threadId : `${threadId} (${foreignId})`;
}

function timeSpan({ startedAt, endedAt }: SessionOutline): string | null {
  if (startedAt === null || endedAt === null) return null;
  const span = Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));
  const sameDay = startedAt.slice(0, 10) === endedAt.slice(0, 10);
  const end = sameDay ? timeFigure(endedAt).slice(11) : timeFigure(endedAt);
  return `${timeFigure(startedAt)} to ${end} UTC (${durationFigure(span)})`;
}
