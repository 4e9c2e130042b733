import { counted, durationFigure, lifetimeFigure, moneyFigure, shortFigure } from "../figures.js";
import type { CacheReport, RequestCache } from "./cache.js";
import type { CacheBreak, CacheBreakCause } from "./cache-breaks.js";

/** The words of `refold cache`, for whoever shows its report. */

/** How many requests there are, and how they were found. */
export function requestsWords(
  count: number,
  { basis, totals }: Pick<CacheReport, "basis" | "totals">,
): string {
  const { asides } = totals;
  const beside = asides === 0 ? "" : `, and ${asides} beside the conversation`;
  return `${counted(count, "request")}, ${BASES[basis]}${beside}`;
}

const BASES: Readonly<Record<CacheReport["basis"], string>> = {
  requests: "as recorded",
  reports: "by the reports of usage",
  responses: "by the model's answers",
};

/** What came from a cache, and what was lost: a line each. */
export function totalsWords({
  input,
  estimated,
  cachedInput,
  breaks,
  lostTokens,
  lostUsd,
}: CacheReport["totals"]): readonly [input: string, breaks: string] {
  const money = lostUsd === null ? "" : `, ${moneyFigure(lostUsd)} more than from the cache`;
  const lost = breaks === 0 ? "" : `: ${shortFigure(lostTokens)} tokens went in again${money}`;
  return [
    `input ${shortFigure(input)} tokens: ${shortFigure(estimated)} cached by estimate (${percent(estimated, input)}), ` +
      `${shortFigure(cachedInput)} as reported (${percent(cachedInput, input)})`,
    `${breaks === 0 ? "no breaks" : counted(breaks, "break")}${lost}`,
  ];
}

/** What a request lost, and what its provider said of it; mostly nothing. */
export function requestNotes(request: RequestCache): readonly string[] {
  const { cacheMiss } = request;
  const notes = request.break === null ? [] : [breakWords(request, request.break)];
  if (cacheMiss !== null && cacheMiss !== undefined) {
    const missed = cacheMiss.tokens === null ? "" : `, ${shortFigure(cacheMiss.tokens)} tokens`;
    notes.push(`the provider reports a cache miss: ${cacheMiss.reason}${missed}`);
  }
  return notes;
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

/** `–`: of nothing. */
export function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${Math.round((part / whole) * 100)}%`;
}
