import { neutraliseLine } from "../../projections/display-text.js";
import { projectTokens, type ThreadTokens } from "../../projections/tokens/project-tokens.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { byteFigure, figure, shortFigure, sum } from "../../projections/figures.js";
import { excerpt, fieldLines, filledLine, padEnd, padStart } from "../output/layout.js";
import type { Output } from "../output/output.js";
import { itemLine } from "../replay/item-rows.js";
import { AT_OFFSET, declareSession, type ViewOptions, withSession } from "../session.js";
import { sessionState } from "../session-reading.js";
import type { DeclareCommand } from "../shell.js";

/** `refold tokens`: how full the context is, and of what. */
export const declareTokens: DeclareCommand = (command, shell) => {
  const { output } = shell;
  declareSession(command)
    .option(...AT_OFFSET)
    .option("--json", "one JSON document (docs/cli.md)")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: ViewOptions) =>
      withSession(text, { shell, ...options }, async (session) => {
        const state = await sessionState(session, options.at, shell);
        const tokens = projectTokens(state);
        if (options.json) output.json(tokens);
        else output.text(tokenLines(tokens, state, output));
      }),
    );
};

const EXAMPLE = `
Example:
  $ refold tokens session.jsonl
  $ refold tokens session.jsonl --json | jq .parts`;

const BAR_COLUMNS = 24;
const LARGEST = 10;

/** How full a thread is: the sum, the parts with a bar each, the largest items. */
function* tokenLines(tokens: ThreadTokens, state: ThreadState, output: Output): Generator<string> {
  const { bold, dim } = output.styles;
  const { total, contextWindow, percentLeft } = tokens;
  const window = contextWindow === null ? "" : ` of a window of ${figure(contextWindow)}`;
  const left = percentLeft === null ? "" : `, ${percentLeft}% left`;
  const [reported, estimated] = sourceWords(tokens, state);
  yield bold(`tokens at #${state.log.head - 1}`);
  yield* fieldLines({ total: `${figure(total)}${window}${left}`, reported, estimated }, output);
  yield `\n${bold("parts")} ${dim("(all estimated)")}`;
  yield* partLines(tokens, output);
  yield `\n${bold("largest items")}`;
  yield* largestLines(tokens, state, output);
}

/** In words: how much the API reported, and how much is estimated. */
function sourceWords(
  { reported, estimated, parts }: ThreadTokens,
  { usage: { last, lastIsEstimate } }: ThreadState,
): readonly [string, string] {
  const own = figure(estimated);
  if (last === null) {
    const { toolOutput, ...others } = parts;
    const all = sum([...Object.values(others), ...Object.values(toolOutput)]);
    const inAll = `${own} after the model's last item; ${figure(all)} in all, see below`;
    return ["nothing by the API", inAll];
  }
  return lastIsEstimate
    ? ["nothing by the API since the history was rewritten", `${own} for all that it holds now`]
    : [`${figure(reported)} by the API for its last response`, `${own} for what came after it`];
}

function* partLines({ parts }: ThreadTokens, { styles }: Output): Generator<string> {
  const { toolOutput, ...others } = parts;
  const rows: readonly (readonly [string, number])[] = [
    ["instructions", others.instructions],
    ["injected context", others.injectedContext],
    ["user", others.user],
    ["model", others.model],
    ["reasoning", others.reasoning],
    ...Object.entries(toolOutput)
      .toSorted((one, other) => other[1] - one[1])
      .map(([tool, count]) => [`output of ${tool}`, count] as const),
    ["images", others.images],
    ["summary", others.summary],
  ];
  const shown = rows.filter(([, count]) => count > 0);
  const total = sum(shown.map(([, count]) => count));
  for (const [name, count] of shown) {
    const share = count / total;
    const bar = "█".repeat(Math.round(share * BAR_COLUMNS)) || "▏";
    const percent = padStart(`${Math.round(share * 100)}%`, 4);
    yield `  ${padEnd(excerpt(name, 30), 30)} ${padStart(shortFigure(count), 6)} ${percent}  ${styles.cyan(bar)}`;
  }
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
