import type { RefoldEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import { itemsOf, type PlacedFact } from "../../reducers/reduce.js";
import { placedFactsIn } from "../../reducers/resume.js";
import { Pricing } from "../../projections/pricing.js";
import { spendReport } from "../../projections/stats/spend-groups.js";
import type { Session } from "../../sessions/session.js";
import { ExitCode } from "../exit-code.js";
import { fieldLines } from "../output/layout.js";
import type { Output } from "../output/output.js";
import { loadPrices, type PricesOption, tellUnpriced } from "../prices.js";
import type { PagerOption, ViewOptions } from "../session.js";
import type { Shell } from "../shell.js";
import type { VaultOption } from "../vault/with-view.js";
import { showTurns, turnLines, turnListHead } from "./show-text.js";
import { headerLines, summaryLines } from "./summary-lines.js";
import type { SessionOutline } from "../../sessions/survey.js";
import { surveyUpTo } from "../session-reading.js";
import { verifySession } from "./verify.js";

export interface ReplayOptions extends ViewOptions, PagerOption, PricesOption, VaultOption {
  readonly turns?: true;
  readonly items?: true;
  readonly verify?: true;
}

/** Shows a session as people, or programs, read it: a survey first, then what happened. */
export async function replaySession(
  session: Session,
  options: ReplayOptions,
  shell: Shell,
): Promise<void> {
  const pricing = new Pricing(await loadPrices(options));
  const { progress } = shell;
  const outline = await surveyUpTo(session, options.at, { progress, pricing });
  const surveyed = { session, options, outline };
  if (outline.damage.length > 0) shell.exitCode = ExitCode.refused;
  if (options.pager) await shell.output.page();
  await (options.json ? replayAsJson : replayAsText)(surveyed, shell.output);
  tellUnpriced(pricing.unpriced, shell.messages);
  if (options.verify) await verify(surveyed, shell);
}

interface Surveyed {
  readonly session: Session;
  readonly options: ReplayOptions;
  readonly outline: SessionOutline;
}

async function replayAsText(
  { session, options, outline }: Surveyed,
  output: Output,
): Promise<void> {
  output.text(headerLines(outline, session.name, output));
  if (options.turns) {
    output.text(`\n${turnListHead(output)}`);
    for (const turn of outline.turns) output.text(turnLines(turn, output));
  } else {
    const detail = options.items ? "items" : "happenings";
    await showTurns({ source: session.source, to: options.at }, outline, { output, detail });
  }
  output.text(["", ...summaryLines(outline, output)]);
}

async function replayAsJson(surveyed: Surveyed, output: Output): Promise<void> {
  const { options, outline } = surveyed;
  output.json(headerJson(outline));
  if (options.turns) for (const turn of outline.turns) output.json({ kind: "turn", ...turn });
  else await showJson(surveyed, output);
  output.json(summaryJson(outline));
}

async function verify({ session, options, outline }: Surveyed, shell: Shell): Promise<void> {
  const { output } = shell;
  if (!options.json) output.text(`\n${output.styles.bold("verified")}`);
  for await (const check of verifySession(session, outline)) {
    const { what, holds, detail } = check;
    const verdict = holds === null ? "" : holds ? "ok: " : "FAILED: ";
    if (options.json) output.json({ kind: "check", ...check });
    else output.text(fieldLines({ [what]: `${verdict}${detail}` }, output));
    if (holds === false) shell.exitCode = ExitCode.refused;
    await output.flush();
  }
}

/** The first line of `replay --json`: who and when. */
function headerJson(outline: SessionOutline): object {
  const { threadId, foreignId, source, parent, forkedFrom, title, cwd } = outline;
  const { models, startedAt, endedAt } = outline;
  return {
    kind: "header",
    ...{ threadId, foreignId, source, parent, forkedFrom, title, cwd, models, startedAt, endedAt },
  };
}

/** The last line: what it came to. */
function summaryJson(outline: SessionOutline): object {
  const { turns, events, lastOffset, items, edits, failedCalls, usage, contextWindow } = outline;
  const { spend, inheritedSpend, asksNobody } = outline;
  const { compactions, rollbacks, tools, kept, unknown, damage } = outline;
  return {
    kind: "summary",
    turns: turns.filter(({ number }) => number !== null).length,
    rolledBackTurns: turns.filter(({ rolledBackAt }) => rolledBackAt !== null).length,
    ...{ events, lastOffset, items, edits, failedCalls, usage },
    spend: spendReport(spend),
    inheritedSpend: inheritedSpend && spendReport(inheritedSpend),
    ...{ asksNobody, contextWindow },
    ...{ compactions, rollbacks },
    tools: Object.fromEntries(tools),
    kept: Object.fromEntries(kept),
    unknown: Object.fromEntries(unknown),
    damage,
  };
}

/** Writes a line for each turn and each thing that happened, while the events are read once more. */
async function showJson(
  { session: { source }, options: { at: to }, outline }: Surveyed,
  output: Output,
): Promise<void> {
  let nextTurn = 0;
  for await (const event of source.read(to === undefined ? {} : { to })) {
    const turn = outline.turns[nextTurn];
    if (turn !== undefined && turn.offset <= event.offset) {
      output.json({ kind: "turn", ...turn });
      nextTurn += 1;
    }
    if (isKnownEvent(event)) {
      const placed = await placedFactsIn(source, event);
      for (const line of placed.flatMap((fact) => factJson(event, fact))) output.json(line);
    } else {
      const { offset, at, type, data } = event;
      output.json({ kind: "unknown", offset, at, type, data });
    }
    await output.keepUp();
  }
}

function factJson({ offset, at }: RefoldEvent, { fact, refAt }: PlacedFact): readonly object[] {
  const { type, data } = fact;
  const line = (told: object) => ({ kind: "fact", offset, at, type, data: told });
  const items = itemsOf(fact).map((recorded, index) => ({
    ...{ kind: "item", offset, ref: refAt(index), at, of: type },
    ...recorded,
  }));
  switch (type) {
    case "item.recorded":
      return items;
    case "context.injected":
      return [...items, line(without(data, ["items"]))];
    case "history.compacted":
      return [line(without(data, CARRIED)), ...items];
    default:
      return [line(data)];
  }
}

/** Of a compaction: its items, which follow as lines of their own, and the rest of the state. */
const CARRIED = ["replacement", "rest"];

function without(object: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
