import { shortFigure } from "../../projections/figures.js";
import {
  type CacheReport,
  projectCache,
  type RequestCache,
} from "../../projections/views/cache.js";
import {
  percent,
  requestNotes,
  requestsWords,
  totalsWords,
} from "../../projections/views/cache-words.js";
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

/** A request a line: its size, what it shares with the one before, what the provider reported. */
function* cacheLines(
  { requests: all, ...report }: CacheReport,
  requests: readonly RequestCache[],
  output: Output,
): Generator<string> {
  const { dim, bold } = output.styles;
  yield bold(requestsWords(all.length, report));
  if (requests.length > 0) yield dim("     at   items  tokens   shared  est.  reported");
  for (const request of requests) yield* requestLines(request, output);
  const [input, breaks] = totalsWords(report.totals);
  yield `\n${input}`;
  yield breaks;
}

const INDENT = " ".repeat(10);

function* requestLines(request: RequestCache, { styles, columns }: Output): Generator<string> {
  const { offset, items, tokens, common, estimatedShare, reported } = request;
  yield [
    padStart(`#${offset}`, 7),
    padStart(String(items), 7),
    padStart(shortFigure(tokens), 7),
    padStart(shortFigure(common.tokens), 8),
    padStart(`${Math.round(estimatedShare * 100)}%`, 5),
    padStart(reported === null ? "–" : percent(reported.cachedInput, reported.input), 9),
  ].join(" ");
  for (const note of requestNotes(request)) {
    yield* paragraph(note, { columns, indent: INDENT }).map((line) => styles.yellow(line));
  }
}
