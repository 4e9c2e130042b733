import { neutraliseLine } from "../../projections/display-text.js";
import {
  projectTokens,
  sumOfParts,
  type ThreadTokens,
} from "../../projections/tokens/project-tokens.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import {
  byteFigure,
  figure,
  moneyFigure,
  shortFigure,
  wholePercents,
} from "../../projections/figures.js";
import { excerpt, fieldLines, filledLine, padEnd, padStart } from "../output/layout.js";
import type { Output } from "../output/output.js";
import { itemLine } from "../../projections/item-words.js";
import { declarePrices, openPrices, type PricesOption, tellUnpriced } from "../prices.js";
import { AT_OFFSET, declareSession, type ViewOptions, withSession } from "../session.js";
import { sessionState } from "../session-reading.js";
import type { DeclareCommand } from "../shell.js";

type TokensOptions = ViewOptions & PricesOption;

/** `refold tokens`: how full the context is, and of what. */
export const declareTokens: DeclareCommand = (command, shell) => {
  const { output, messages } = shell;
  declarePrices(declareSession(command))
    .option(...AT_OFFSET)
    .option("--json", "one JSON document (docs/cli.md)")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: TokensOptions) =>
      withSession(text, { shell, ...options }, async (session) => {
        const { priceOf, unpriced } = await openPrices(options);
        const state = await sessionState(session, options.at, shell);
        const tokens = projectTokens(state, { priceOf });
        if (options.json) output.json(tokens);
        else output.text(tokenLines(tokens, state, output));
        tellUnpriced(unpriced, messages);
      }),
    );
};

const EXAMPLE = `
Example:
  $ refold tokens session.jsonl
  $ refold tokens session.jsonl --json | jq .parts`;

const BAR_COLUMNS = 24;
const NAME_COLUMNS = 35;
const LARGEST = 10;

/** How full a thread is: the sum, the parts with a bar each, the largest items. */
function* tokenLines(tokens: ThreadTokens, state: ThreadState, output: Output): Generator<string> {
  const { bold, dim } = output.styles;
  const [reported, estimated] = sourceWords(tokens, state);
  const fields = { total: totalWords(tokens, state), reported, estimated, cost: costWords(tokens) };
  yield bold(`tokens at #${state.log.head - 1}`);
  yield* fieldLines(fields, output);
  yield `\n${bold("parts")} ${dim(`(estimated: ${tokens.estimator})`)}`;
  yield* partLines(tokens, output);
  yield `\n${bold("largest items")}`;
  yield* largestLines(tokens, state, output);
}

function totalWords(
  { total, contextWindow, percentLeft }: ThreadTokens,
  { usage }: ThreadState,
): string {
  if (contextWindow === null) return `${figure(total)} of an unknown window`;
  const whose = usage.contextWindow === null ? "the model's window" : "a window";
  const left = percentLeft === null ? "" : `, ${percentLeft}% left`;
  return `${figure(total)} of ${whose} of ${figure(contextWindow)}${left}`;
}

function costWords({ cost }: ThreadTokens): string {
  if (cost.cold === null) return "unknown";
  return `${moneyFigure(cost.cold)} to send this once, ${moneyFigure(cost.cached)} from a cache`;
}

/** In words: how much the API reported, and how much is estimated. */
function sourceWords(
  { reported, estimated, parts, unaccounted }: ThreadTokens,
  { usage: { last, lastIsEstimate } }: ThreadState,
): readonly [string, string] {
  const own = figure(estimated);
  if (last === null) {
    const inAll = `${own} after the model's last item; ${figure(sumOfParts(parts))} in all, see below`;
    return ["nothing by the API", inAll];
  }
  if (lastIsEstimate) {
    return [
      "nothing by the API since the history was rewritten",
      `${own} for all that it holds now`,
    ];
  }
  const of = unaccounted === null ? "before the newest compaction" : "for its last response";
  return [`${figure(reported)} by the API ${of}`, `${own} for what came after it`];
}

type Part = readonly [name: string, tokens: number];

/** The parts, with what the total has beyond them; shares are of all that is listed. */
function* partLines(tokens: ThreadTokens, { styles }: Output): Generator<string> {
  const { unaccounted, total } = tokens;
  const rows = partsOf(tokens).filter(([, count]) => count > 0);
  const percents = wholePercents(rows.map(([, count]) => count));
  const most = Math.max(...rows.map(([, count]) => count));
  for (const [index, [name, count]] of rows.entries()) {
    const bar = "█".repeat(Math.round((count / most) * BAR_COLUMNS)) || "▏";
    const percent = padStart(`${percents[index] ?? 0}%`, 4);
    yield `  ${padEnd(excerpt(name, NAME_COLUMNS), NAME_COLUMNS)} ${padStart(shortFigure(count), 6)} ${percent}  ${styles.cyan(bar)}`;
  }
  if (unaccounted === null || unaccounted >= 0) return;
  const more = total === 0 ? "" : `, ${Math.round((-unaccounted * 100) / total)}%`;
  yield styles.yellow(
    `  estimated ${shortFigure(-unaccounted)} tokens${more} higher than the total`,
  );
}

function partsOf({ parts, unaccounted, unrecorded }: ThreadTokens): readonly Part[] {
  const { toolOutput, ...others } = parts;
  const missing = unrecorded.map((part) => (part === "tools" ? "tools" : "system prompt"));
  const rest =
    missing.length === 0 ? "beyond the estimate" : `not recorded (${missing.join(", ")})`;
  return [
    ["instructions", others.instructions],
    ["tools", others.tools],
    ["injected context", others.injectedContext],
    ["user", others.user],
    ["model", others.model],
    ["reasoning", others.reasoning],
    ...Object.entries(toolOutput)
      .toSorted((one, other) => other[1] - one[1])
      .map(([tool, count]) => [`output of ${tool}`, count] as const),
    ["images", others.images],
    ["summary", others.summary],
    [rest, unaccounted ?? 0],
  ];
}

function* largestLines(
  tokens: ThreadTokens,
  { ledger }: ThreadState,
  output: Output,
): Generator<string> {
  const largest = tokens.items
    .map((item, index) => ({ item, entry: ledger.entries.at(index) }))
    .toSorted((one, other) => other.item.tokens - one.item.tokens)
    .slice(0, LARGEST);
  for (const { item, entry } of largest) {
    if (entry === undefined) continue;
    const { kind, words } = itemLine(entry);
    const place = `${padStart(`#${item.offset}`, 8)} ${padEnd(neutraliseLine(kind), 24)}`;
    const size = `${padStart(shortFigure(item.tokens), 6)} ${padStart(byteFigure(item.bytes), 8)}`;
    yield filledLine(`${place} ${size}  `, words, output);
  }
}
