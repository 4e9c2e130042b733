import { neutraliseLine } from "../../projections/display-text.js";
import {
  byteFigure,
  counted,
  durationFigure,
  figure,
  shortFigure,
  timeFigure,
} from "../output/figures.js";
import { excerpt, padEnd, paragraph } from "../output/layout.js";
import type { Output } from "../output/output.js";
import type { DamageOutline, SessionOutline } from "./survey.js";

const TOOLS_NAMED = 8;
const DAMAGE_NAMED = 20;

/** What it came to: the lines below a session. */
export function summaryLines(outline: SessionOutline, output: Output): readonly string[] {
  const fields: readonly (readonly [string, string | null])[] = [
    ["turns", turnWords(outline)],
    ["items", `${figure(outline.items)} in ${counted(outline.events, "event")}`],
    ["tools", toolWords(outline)],
    ["tokens", tokenWords(outline)],
    ["compacted", compactionWords(outline)],
    ["rollbacks", outline.rollbacks.length === 0 ? null : figure(outline.rollbacks.length)],
    ["edits", outline.edits === 0 ? null : figure(outline.edits)],
    ["unknown", countsWords(outline.unknown)],
  ];
  return [
    output.styles.bold("summary"),
    ...fields.flatMap(([label, value]) => (value === null ? [] : fieldLines(label, value, output))),
    ...damageLines(outline.damage, output),
  ];
}

function turnWords({ turns }: SessionOutline): string {
  const users = turns.filter((turn) => turn.number !== null).length;
  const rolledBack = turns.filter((turn) => turn.rolledBackAt !== null).length;
  const others = turns.length - users - rolledBack;
  return [
    figure(users),
    ...(rolledBack === 0 ? [] : [`${figure(rolledBack)} rolled back`]),
    ...(others === 0 ? [] : [`${figure(others)} without the user`]),
  ].join(", ");
}

function toolWords({ tools, failedCalls }: SessionOutline): string {
  const calls = [...tools.values()].reduce((sum, count) => sum + count, 0);
  if (calls === 0) return "no calls";
  const failed = failedCalls === 0 ? "" : `, ${figure(failedCalls)} failed`;
  return `${counted(calls, "call")}${failed}: ${countsWords(tools) ?? ""}`;
}

function tokenWords({ usage, contextWindow, turns }: SessionOutline): string | null {
  if (usage === null) return null;
  const last = turns.findLast((turn) => turn.rolledBackAt === null && turn.lastTotal !== null);
  const window = contextWindow === null ? "" : ` of ${shortFigure(contextWindow)}`;
  return [
    `${shortFigure(usage.input)} in (${shortFigure(usage.cachedInput)} cached)`,
    `${shortFigure(usage.output)} out (${shortFigure(usage.reasoning)} reasoning)`,
    ...(last === undefined
      ? []
      : [`${shortFigure(last.lastTotal ?? 0)}${window} in the window at the end`]),
  ].join(", ");
}

function compactionWords({ compactions }: SessionOutline): string | null {
  if (compactions.length === 0) return null;
  const gone = compactions.filter((compaction) => compaction.rolledBackAt !== null).length;
  const goneWords = gone === 0 ? "" : `, ${figure(gone)} of them rolled back`;
  return `${counted(compactions.length, "time")}${goneWords}`;
}

function countsWords(counts: ReadonlyMap<string, number>): string | null {
  if (counts.size === 0) return null;
  const sorted = [...counts].toSorted((one, other) => other[1] - one[1]);
  const named = sorted
    .slice(0, TOOLS_NAMED)
    .map(([name, count]) => `${neutraliseLine(name)} ${figure(count)}`);
  const rest = sorted.length - named.length;
  return rest === 0 ? named.join(", ") : `${named.join(", ")} and ${rest} more`;
}

function damageLines(damage: readonly DamageOutline[], output: Output): readonly string[] {
  if (damage.length === 0) return fieldLines("damage", "none", output);
  const { red } = output.styles;
  const rest = damage.length - DAMAGE_NAMED;
  return [
    ...fieldLines("damage", counted(damage.length, "place"), output),
    ...damage.slice(0, DAMAGE_NAMED).map((place) => red(`    ${damageWords(place)}`)),
    ...(rest > 0 ? [red(`    and ${counted(rest, "more place")}`)] : []),
  ];
}

/** What becomes of damage by which no object is lost. */
export const READ_ALL_THE_SAME: ReadonlyMap<string, string> = new Map([
  ["glued", "of objects, all read"],
  ["encoding", "read with U+FFFD"],
]);

/** `line 12, byte 3400, at #11: not-json (20 B set aside)`. */
export function damageWords(damage: DamageOutline): string {
  const { line, byte, bytes, offset, reason, file } = damage;
  const place = [
    ...(file === undefined ? [] : [neutraliseLine(file)]),
    ...(line === null ? [] : [`line ${figure(line)}`]),
    ...(byte === null ? [] : [`byte ${figure(byte)}`]),
    ...(offset === null ? [] : [`at #${offset}`]),
  ].join(", ");
  const kept = READ_ALL_THE_SAME.get(reason) ?? "set aside";
  const size = bytes === null || bytes === 0 ? "" : ` (${byteFigure(bytes)} ${kept})`;
  return `${place}: ${neutraliseLine(reason)}${size}`;
}

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
