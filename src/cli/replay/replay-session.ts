import type { RefoldEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import { itemsOf, type PlacedFact } from "../../reducers/reduce.js";
import { placedFactsIn, resumeState } from "../../reducers/resume.js";
import { Pricing } from "../../projections/pricing.js";
import { spendReport } from "../../projections/stats/spend-groups.js";
import type { Session } from "../../sessions/session.js";
import { ExitCode, type Shell } from "../shell.js";
import { fieldLines } from "../output/layout.js";
import type { Output } from "../output/output.js";
import { loadPrices, type PricesOption, tellUnpriced } from "../prices.js";
import type { PagerOption, ViewOptions } from "../session.js";
import type { VaultOption } from "../vault/with-vault.js";
import { showTurns, turnLines, turnListHead } from "./show-text.js";
import { headerLines, summaryLines } from "./summary-lines.js";
import type { SessionOutline } from "../../sessions/survey.js";
import { surveyUpTo } from "../session-reading.js";
import { isRefoldError } from "../../errors.js";
import { isDeepStrictEqual } from "node:util";
import { namedHashes } from "../../events/named-hashes.js";
import { replay } from "../../reducers/replay.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { counted } from "../../projections/figures.js";

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

/** One thing that was checked, and what came of it. */
export interface Check {
  readonly what: "format" | "reading" | "blobs" | "roundtrip" | "resume";
  /** Null: there was nothing to check it by. */
  readonly holds: boolean | null;
  readonly detail: string;
}

/**
 * Checks a session in every way it can be checked. What was read for the outline was checked while
 * it was read: sums, or the form of every line.
 */
async function* verifySession(session: Session, outline: SessionOutline): AsyncGenerator<Check> {
  if (session.recognised !== null) {
    yield { what: "format", holds: true, detail: session.recognised };
  }
  yield {
    what: "reading",
    holds: outline.damage.length === 0,
    detail: `${counted(outline.events, "event")}, ${counted(outline.damage.length, "damaged place")}`,
  };
  yield await verifyBlobs(session);
  yield await verifyRoundTrip(session);
  yield await verifyResume(session, outline);
}

async function verifyBlobs({ source, blobs }: Session): Promise<Check> {
  const what = "blobs";
  const seen = new Set<string>();
  const bad: string[] = [];
  for await (const event of source.read()) {
    for (const hash of namedHashes(event)) {
      if (seen.has(hash)) continue;
      seen.add(hash);
      try {
        await blobs.get(hash);
      } catch (error) {
        if (!isRefoldError(error)) throw error;
        bad.push(error.message);
      }
    }
  }
  if (seen.size === 0) return { what, holds: null, detail: "none is named" };
  const detail = `${counted(seen.size, "blob")} read and hashed`;
  const [first] = bad;
  if (first === undefined) return { what, holds: true, detail };
  return { what, holds: false, detail: `${detail}, ${bad.length} not as named: ${first}` };
}

async function verifyRoundTrip({ roundTrip }: Session): Promise<Check> {
  const what = "roundtrip";
  if (roundTrip === null) {
    return { what, holds: null, detail: "it is no foreign file; its lines are its events" };
  }
  const { sameBytes, differsAt } = await roundTrip();
  return differsAt === null
    ? { what, holds: true, detail: `${counted(sameBytes, "byte")} written again, all equal` }
    : { what, holds: false, detail: `the bytes differ from byte ${differsAt} on` };
}

/** The state at the end, resumed from the tail, against the whole log folded forward. */
async function verifyResume({ source }: Session, outline: SessionOutline): Promise<Check> {
  const what = "resume";
  if (outline.lastOffset === null) return { what, holds: null, detail: "there are no events" };
  const full = await replay(source);
  const resumed = await resumeState(source);
  const holds = isDeepStrictEqual(plain(full), plain(resumed));
  const items = counted(full.ledger.entries.length, "item");
  const detail = holds
    ? `resumed from the tail and folded in full, the same ${items}`
    : "the state resumed from the tail is not the one folded in full";
  return { what, holds, detail };
}

function plain(state: ThreadState): object {
  return { ...state, ledger: { ...state.ledger, entries: state.ledger.entries.toArray() } };
}
