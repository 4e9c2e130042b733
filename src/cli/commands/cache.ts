import {
  type CacheReport,
  projectCache,
  type RequestCache,
} from "../../projections/views/cache.js";
import { counted, shortFigure } from "../../projections/figures.js";
import { excerpt, padStart } from "../output/layout.js";
import type { Output } from "../output/output.js";
import { declareSession, UP_TO_OFFSET, type ViewOptions, withSession } from "../session.js";
import { rangeUpTo, refuseDamage } from "../session-reading.js";
import type { DeclareCommand } from "../shell.js";

/** `refold cache`: how much of each request the one before had already, and what broke it. */
export const declareCache: DeclareCommand = (command, shell) => {
  const { output, progress } = shell;
  declareSession(command)
    .option(...UP_TO_OFFSET)
    .option("--json", "one JSON document")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: ViewOptions) =>
      withSession(text, { shell, ...options }, async (session) => {
        const range = await rangeUpTo(session, options.at);
        progress.start("comparing", session.sizeBytes);
        const report = await projectCache(session.source, range);
        progress.stop();
        if (options.json) output.json(report);
        else output.text(cacheLines(report, output));
        refuseDamage(session, shell);
      }),
    );
};

const EXAMPLE = `
Example:
  $ refold cache session.jsonl`;

/** A request a line: its size, what it shares with the one before, what the provider reported. */
export function* cacheLines(report: CacheReport, output: Output): Generator<string> {
  const { dim, bold } = output.styles;
  const basis = report.basis === "requests" ? "by the requests recorded" : "by the model's answers";
  yield bold(`${counted(report.requests.length, "request")}, ${basis}`);
  yield dim("     at   items  tokens   shared  est.  reported");
  for (const request of report.requests) yield* requestLines(request, output);
  const { estimated, cachedInput, input } = report.totals;
  yield (
    `\ninput ${shortFigure(input)} tokens: ${shortFigure(estimated)} cached by estimate (${percent(estimated, input)}), ` +
    `${shortFigure(cachedInput)} as reported (${percent(cachedInput, input)})`
  );
}

function* requestLines(request: RequestCache, { styles, columns }: Output): Generator<string> {
  const { offset, items, tokens, common, estimatedShare, reported, brokenBy, cacheMiss } = request;
  yield [
    padStart(`#${offset}`, 7),
    padStart(String(items), 7),
    padStart(shortFigure(tokens), 7),
    padStart(shortFigure(common.tokens), 8),
    padStart(`${Math.round(estimatedShare * 100)}%`, 5),
    padStart(reported === null ? "–" : percent(reported.cachedInput, reported.input), 9),
  ].join(" ");
  for (const { offset: at, type, reason } of brokenBy) {
    yield styles.yellow(
      `          ${excerpt(`broken at #${at} by ${type}: ${reason}`, columns - 10)}`,
    );
  }
  if (cacheMiss === null || cacheMiss === undefined) return;
  const missed = cacheMiss.tokens === null ? "" : `, ${shortFigure(cacheMiss.tokens)} tokens`;
  const reason = `the provider reports a cache miss: ${cacheMiss.reason}${missed}`;
  yield styles.yellow(`          ${excerpt(reason, columns - 10)}`);
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${Math.round((part / whole) * 100)}%`;
}
