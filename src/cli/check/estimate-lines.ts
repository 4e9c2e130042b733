import type { ErrorRow, ErrorSpread } from "../../projections/views/error-rows.js";
import type { EstimateErrors } from "../../projections/views/estimate-errors.js";
import { counted, figure, shortFigure } from "../output/figures.js";
import { excerpt, padEnd, padStart } from "../output/layout.js";
import type { Output } from "../output/output.js";
import { fieldLines } from "../replay/header-lines.js";

const NAME_COLUMNS = 20;
const NAMED_JUMPS = 3;
const COLUMNS = [10, 8, 7, 8, 8] as const;

/** Our estimates against what was reported: a table by model and by script. */
export function estimateLines(errors: EstimateErrors, output: Output): readonly string[] {
  const { bold, dim } = output.styles;
  const { samplings, all, byModel, byScript } = errors;
  const head = ["prompts", "of", "median", "p95", "worst", "at"];
  const compared = all.input?.count ?? 0;
  const said = `${counted(samplings, "report")} of input, ${figure(compared)} compared`;
  return [
    "",
    bold("estimates against reports"),
    ...fieldLines("reports", said, output),
    ...fieldLines("base", baseWords(errors), output),
    ...(errors.jumps.length === 0 ? [] : fieldLines("jumps", jumpWords(errors), output)),
    ...(all.input === null
      ? []
      : [
          dim(tableLine(head)),
          ...rowLines(all),
          ...(byModel.length > 1 ? byModel : byModel.slice(0, 1)).flatMap(rowLines),
          ...byScript.map((row) => ({ ...row, name: `${row.name} text` })).flatMap(rowLines),
        ]),
  ];
}

function baseWords({ anchors, samplings }: EstimateErrors): string {
  if (samplings === 0) return "nothing to compare with";
  if (anchors.length === 0) return "instructions and tools are recorded: all of it is estimated";
  const words = anchors.map(
    ({ model, unrecordedTokens, offset }) =>
      `${model} ${shortFigure(unrecordedTokens)} tokens (#${offset})`,
  );
  return `instructions or tools are not recorded; set by first reports: ${words.join(", ")}`;
}

/** The largest first: they explain most of the errors behind them. */
function jumpWords({ jumps }: EstimateErrors): string {
  const largest = jumps.toSorted((a, b) => Math.abs(b.tokens) - Math.abs(a.tokens));
  const words = largest.slice(0, NAMED_JUMPS).map(({ offset, tokens }) => {
    const sign = tokens < 0 ? "−" : "+";
    return `${sign}${shortFigure(Math.abs(tokens))} (#${offset})`;
  });
  const more = largest.length - words.length;
  const rest = more > 0 ? `, and ${figure(more)} more` : "";
  return `tokens of input that the session does not account for: ${words.join(", ")}${rest}`;
}

/** The whole input first, then what was new in it. */
function rowLines({ name, input, growth }: ErrorRow): readonly string[] {
  return [
    ...(input === null ? [] : [spreadLine(name, "input", input)]),
    ...(growth === null ? [] : [spreadLine("", "new", growth)]),
  ];
}

function spreadLine(name: string, of: string, { count, median, p95, worst }: ErrorSpread): string {
  const { error, offset } = worst;
  const cells = [percent(median), unsigned(p95), percent(error), `#${offset}`];
  return tableLine([excerpt(name, NAME_COLUMNS), `${of} ${figure(count)}`, ...cells]);
}

function tableLine([name = "", ...cells]: readonly string[]): string {
  const padded = cells.map((cell, index) => padStart(cell, (COLUMNS[index] ?? 8) + 2));
  return `  ${padEnd(name, NAME_COLUMNS)}${padded.join("")}`.trimEnd();
}

function percent(share: number): string {
  const sign = share < 0 ? "−" : "+";
  return `${sign}${unsigned(Math.abs(share))}`;
}

function unsigned(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
}
