import {
  counted,
  durationFigure,
  lifetimeFigure,
  moneyFigure,
  shortFigure,
} from "../../projections/figures.js";
import {
  type CacheReport,
  projectCache,
  type RequestCache,
} from "../../projections/views/cache.js";
import type { CacheBreak, CacheBreakCause } from "../../projections/views/cache-breaks.js";
import { padStart, paragraph } from "../output/layout.js";
import type { Output } from "../output/output.js";
import { declarePrices, openPrices, type PricesOption, tellUnpriced } from "../prices.js";
import { declareSession, UP_TO_OFFSET, type ViewOptions, withSession } from "../session.js";
import { rangeUpTo, refuseDamage } from "../session-reading.js";
import type { DeclareCommand } from "../shell.js";

interface CacheCommandOptions extends ViewOptions, PricesOption {
  readonly breaks?: true;
}

/** `refold cache`: how much of each request the one before had already, and what was lost and why. */
export const declareCache: DeclareCommand = (command, shell) => {
  const { output, progress, messages } = shell;
  declarePrices(declareSession(command))
    .option(...UP_TO_OFFSET)
    .option("--breaks", "only requests that lost what was cached")
    .option("--json", "one JSON document")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: CacheCommandOptions) =>
      withSession(text, { shell, ...options }, async (session) => {
        const { priceOf, unpriced } = await openPrices(options);
        const range = await rangeUpTo(session, options.at);
        progress.start("comparing", session.sizeBytes);
        const report = await projectCache(session.source, { ...range, priceOf });
        progress.stop();
        const isShown = ({ break: broken }: RequestCache) => !options.breaks || broken !== null;
        const requests = report.requests.filter(isShown);
        if (options.json) output.json({ ...report, requests });
        else output.text(cacheLines(report, requests, output));
        tellUnpriced(unpriced, messages);
        refuseDamage(session, shell);
      }),
    );
};

const EXAMPLE = `
Example:
  $ refold cache session.jsonl --breaks`;

const BASES: Readonly<Record<CacheReport["basis"], string>> = {
  requests: "as recorded",
  reports: "by the reports of usage",
  responses: "by the model's answers",
};

/** A request a line: its size, what it shares with the one before, what the provider reported. */
function* cacheLines(
  { basis, requests: all, totals }: CacheReport,
  requests: readonly RequestCache[],
  output: Output,
): Generator<string> {
  const { dim, bold } = output.styles;
  yield bold(`${counted(all.length, "request")}, ${BASES[basis]}`);
  if (requests.length > 0) yield dim("     at   items  tokens   shared  est.  reported");
  for (const request of requests) yield* requestLines(request, output);
  const { estimated, cachedInput, input, breaks, lostTokens, lostUsd } = totals;
  yield (
    `\ninput ${shortFigure(input)} tokens: ${shortFigure(estimated)} cached by estimate (${percent(estimated, input)}), ` +
    `${shortFigure(cachedInput)} as reported (${percent(cachedInput, input)})`
  );
  const money = lostUsd === null ? "" : `, ${moneyFigure(lostUsd)} more than from the cache`;
  const lost = breaks === 0 ? "" : `: ${shortFigure(lostTokens)} tokens went in again${money}`;
  yield `${breaks === 0 ? "no breaks" : counted(breaks, "break")}${lost}`;
}

const INDENT = " ".repeat(10);

function* requestLines(request: RequestCache, { styles, columns }: Output): Generator<string> {
  const { offset, items, tokens, common, estimatedShare, reported, cacheMiss } = request;
  yield [
    padStart(`#${offset}`, 7),
    padStart(String(items), 7),
    padStart(shortFigure(tokens), 7),
    padStart(shortFigure(common.tokens), 8),
    padStart(`${Math.round(estimatedShare * 100)}%`, 5),
    padStart(reported === null ? "–" : percent(reported.cachedInput, reported.input), 9),
  ].join(" ");
  const notes: string[] = [];
  if (request.break !== null) notes.push(breakWords(request, request.break));
  if (cacheMiss !== null && cacheMiss !== undefined) {
    const missed = cacheMiss.tokens === null ? "" : `, ${shortFigure(cacheMiss.tokens)} tokens`;
    notes.push(`the provider reports a cache miss: ${cacheMiss.reason}${missed}`);
  }
  for (const note of notes) {
    yield* paragraph(note, { columns, indent: INDENT }).map((line) => styles.yellow(line));
  }
}

/** `lost 38k tokens, $0.3456: expired, 2 h 12 min after the request before (kept for 1 h)`. */
function breakWords({ idleMs }: RequestCache, broken: CacheBreak): string {
  const { causes, lostTokens, lostUsd, basis } = broken;
  const about = basis === "estimated" ? "about " : "";
  const words = causes.map((cause) => causeWords(cause, broken, idleMs));
  const money = lostUsd === null ? "" : `, ${moneyFigure(lostUsd)}`;
  return `lost ${about}${shortFigure(lostTokens)} tokens${money}: ${words.join("; ")}`;
}

const CAUSES: Readonly<Record<CacheBreakCause["kind"], string>> = {
  model: "another model",
  tools: "changed tools",
  instructions: "changed instructions",
  compaction: "a compaction",
  edit: "an edit of the history",
  prompt: "an earlier item is shown in another way",
  expired: "expired",
  idle: "may have expired",
  unknown: "unknown cause",
};

function causeWords(
  { kind, offset }: CacheBreakCause,
  { lifetimes, failedAttempts }: CacheBreak,
  idleMs: number | null,
): string {
  const words = CAUSES[kind];
  if (offset !== null) return `${words} at #${offset}`;
  if (idleMs === null) return words;
  const since = `${durationFigure(idleMs)} after the request before`;
  if (kind === "unknown") {
    const failed = failedAttempts === 0 ? "" : `, ${counted(failedAttempts, "attempt")} failed`;
    return `${words}, ${since}${failed}`;
  }
  if (kind !== "expired" && kind !== "idle") return words;
  return `${words}, ${since} (kept for ${lifetimes.map(lifetimeFigure).join(" or ")})`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${Math.round((part / whole) * 100)}%`;
}
