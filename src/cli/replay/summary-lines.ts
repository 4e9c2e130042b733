import { neutraliseLine, visibleLine } from "../../projections/display-text.js";
import { costFigure, counted, figure, shortFigure, spanFigure } from "../../projections/figures.js";
import { spendReport, spendWords } from "../../projections/stats/spend-groups.js";
import { damageWords } from "../../sessions/damage-words.js";
import { excerpt, fieldLines } from "../output/layout.js";
import type { Output } from "../output/output.js";
import type { SessionOutline } from "../../sessions/survey.js";

const TOOLS_NAMED = 8;
const DAMAGE_NAMED = 20;

/** What it came to: the lines below a session. */
export function summaryLines(outline: SessionOutline, output: Output): readonly string[] {
  const { turns, items, events, rollbacks, edits, unknown, damage } = outline;
  const { bold, red } = output.styles;
  const rest = damage.length - DAMAGE_NAMED;
  const fields = {
    turns: turnWords(turns),
    items: `${figure(items)} in ${counted(events, "event")}`,
    tools: toolWords(outline),
    tokens: tokenWords(outline),
    cost: costWords(outline),
    compacted: compactionWords(outline),
    rollbacks: rollbacks.length === 0 ? null : figure(rollbacks.length),
    edits: edits === 0 ? null : figure(edits),
    unknown: countsWords(unknown),
    damage: damage.length === 0 ? "none" : counted(damage.length, "place"),
  };
  return [
    bold("summary"),
    ...fieldLines(fields, output),
    ...damage.slice(0, DAMAGE_NAMED).map((place) => red(`    ${damageWords(place)}`)),
    ...(rest > 0 ? [red(`    and ${counted(rest, "more place")}`)] : []),
  ];
}

function turnWords(turns: SessionOutline["turns"]): string {
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
  return `${counted(calls, "call")}${failed}: ${countsWords(tools)}`;
}

function tokenWords(outline: SessionOutline): string | null {
  const { usage, contextWindow, turns, spend, inheritedSpend } = outline;
  if (usage === null) return null;
  const last = turns.findLast((turn) => turn.rolledBackAt === null && turn.lastTotal !== null);
  const window = contextWindow === null ? "" : ` of ${shortFigure(contextWindow)}`;
  const words = [
    `${shortFigure(usage.input)} in (${shortFigure(usage.cachedInput)} cached)`,
    `${shortFigure(usage.output)} out (${shortFigure(usage.reasoning)} reasoning)`,
  ];
  if (inheritedSpend?.requests) {
    const before = spend.requests === 0 ? "all" : `${shortFigure(inheritedSpend.total)} of them`;
    words.push(`${before} before the fork`);
  }
  if (last) words.push(`${shortFigure(last.lastTotal ?? 0)}${window} in the window at the end`);
  return words.join(", ");
}

function costWords(outline: SessionOutline): string | null {
  const { usage, spend, inheritedSpend, asksNobody } = outline;
  if (usage === null) return null;
  const words = spendWords(spendReport(spend)).concat(
    asksNobody ? ["if it had been asked: nobody was"] : [],
  );
  const before = inheritedSpend?.requests ? costFigure(spendReport(inheritedSpend)) : null;
  return [...words, ...(before === null ? [] : [`${before} before the fork`])].join(", ");
}

function compactionWords({ compactions }: SessionOutline): string | null {
  if (compactions.length === 0) return null;
  const gone = compactions.filter((compaction) => compaction.rolledBackAt !== null).length;
  const goneWords = gone === 0 ? "" : `, ${figure(gone)} of them rolled back`;
  return `${counted(compactions.length, "time")}${goneWords}`;
}

/** The most frequent first; empty: there are none. */
function countsWords(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].toSorted((one, other) => other[1] - one[1]);
  const named = sorted
    .slice(0, TOOLS_NAMED)
    .map(([name, count]) => `${neutraliseLine(name)} ${figure(count)}`);
  const rest = sorted.length - named.length;
  return rest === 0 ? named.join(", ") : `${named.join(", ")} and ${rest} more`;
}

/** Who and when: the lines above a session. */
export function headerLines(
  outline: SessionOutline,
  name: string,
  output: Output,
): readonly string[] {
  const { forkedFrom: from, title, source, parent, models, cwd } = outline;
  // A path is not shortened, to be copied.
  const heading = title === null ? visibleLine(name) : excerpt(title, output.columns);
  const fields = {
    thread: threadWords(outline),
    from: from && `thread ${from.threadId} at #${from.offset}`,
    source,
    parent,
    model: models.join(", "),
    cwd,
    time: spanFigure(outline, output.times),
  };
  return [output.styles.bold(heading), ...fieldLines(fields, output)];
}

function threadWords({ threadId, foreignId }: SessionOutline): string | null {
  if (threadId === null) return foreignId;
  return foreignId === null ? threadId : `${threadId} (${foreignId})`;
}
