import { neutraliseLine } from "../../projections/display-text.js";
import { projectTokens, type ThreadTokens } from "../../projections/tokens/project-tokens.js";
import type { ThreadState } from "../../reducers/thread-state.js";
import { offsetOption } from "../options.js";
import { byteFigure, figure, shortFigure } from "../output/figures.js";
import { excerpt, padEnd, padStart } from "../output/layout.js";
import type { Output } from "../output/output.js";
import { itemLine } from "../replay/item-rows.js";
import { fieldLines } from "../replay/summary-lines.js";
import { declareReading, type ReadingOptions, withSession } from "../session.js";
import type { DeclareCommand } from "../shell.js";
import { sessionState } from "../state.js";

interface TokensOptions extends ReadingOptions {
  readonly at?: number;
  readonly json?: true;
}

/** `refold tokens`: how full the context is, and of what. */
export const declareTokens: DeclareCommand = (command, shell) => {
  declareReading(command)
    .argument("<file-or-thread>", "a recorded session, or a thread of the store")
    .option("--at <offset>", "at this offset (inclusive); default: at the end", offsetOption)
    .option("--json", "one JSON document (docs/cli.md)")
    .addHelpText("after", EXAMPLE)
    .action((text: string, options: TokensOptions) =>
      withSession(text, { shell, ...options }, async (session) => {
        const state = await sessionState(session, { at: options.at, shell });
        const tokens = projectTokens(state);
        const { output } = shell;
        if (options.json) output.json(tokens);
        else for (const line of tokenLines(tokens, state, output)) output.text(line);
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
export function* tokenLines(
  tokens: ThreadTokens,
  state: ThreadState,
  output: Output,
): Generator<string> {
  const { bold, dim } = output.styles;
  const window =
    tokens.contextWindow === null ? "" : ` of a window of ${figure(tokens.contextWindow)}`;
  const left = tokens.percentLeft === null ? "" : `, ${tokens.percentLeft}% left`;
  yield bold(`tokens at #${state.log.head - 1}`);
  yield* fieldLines("total", `${figure(tokens.total)}${window}${left}`, output);
  const { reported, estimated } = sourceWords(tokens, state);
  yield* fieldLines("reported", reported, output);
  yield* fieldLines("estimated", estimated, output);
  yield `\n${bold("parts")} ${dim("(all estimated)")}`;
  yield* partLines(tokens, output);
  yield `\n${bold("largest items")}`;
  yield* largestLines(tokens, state, output);
}

/** Who says how much of the sum. */
function sourceWords(
  { reported, estimated, parts }: ThreadTokens,
  { usage: { last, lastIsEstimate } }: ThreadState,
): { readonly reported: string; readonly estimated: string } {
  if (last === null) {
    const { toolOutput, ...others } = parts;
    const all = [...Object.values(others), ...Object.values(toolOutput)];
    const sum = all.reduce((total, count) => total + count, 0);
    return {
      reported: "nothing by the API",
      estimated: `${figure(estimated)} behind the model's last item; ${figure(sum)} in all, see below`,
    };
  }
  if (lastIsEstimate) {
    return {
      reported: "nothing by the API since the history was rewritten",
      estimated: `${figure(estimated)} for all that it holds now`,
    };
  }
  return {
    reported: `${figure(reported)} by the API for its last response`,
    estimated: `${figure(estimated)} for what came after it`,
  };
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
  const sum = shown.reduce((total, [, count]) => total + count, 0);
  for (const [name, count] of shown) {
    const share = count / sum;
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
    const start = [
      padStart(`#${item.offset}`, 8),
      padEnd(neutraliseLine(kind), 24),
      padStart(shortFigure(item.tokens), 6),
      padStart(byteFigure(item.bytes), 8),
    ].join(" ");
    yield `${start}  ${excerpt(words, Math.max(output.columns - start.length - 2, 12))}`;
  }
}
