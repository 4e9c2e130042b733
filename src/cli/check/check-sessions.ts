import { invalidArgument } from "../../errors.js";
import { counted, figure, shortFigure } from "../../projections/figures.js";
import { nounFor, visibleLine } from "../../projections/display-text.js";
import { selectInvariants, INVARIANTS } from "../../testing/invariants/invariants.js";
import { ExitCode, type Shell } from "../shell.js";
import { forEachReported } from "../failure.js";
import {
  type CheckedSession,
  checkSession,
  type CheckWish,
  type CheckThreads,
} from "./check-session.js";
import type {
  ErrorRow,
  ErrorSpread,
  EstimateErrors,
} from "../../projections/views/estimate-errors.js";
import type {
  InvariantCheck,
  InvariantReport,
  InvariantViolation,
} from "../../testing/invariants/invariant-report.js";
import { excerpt, fieldLines, padEnd, padStart, paragraph } from "../output/layout.js";
import type { Output } from "../output/output.js";

/** Checks sessions, and tells of them in their order; one that cannot be read does not stop the others. */
export async function checkSessions(
  names: readonly string[],
  wish: CheckWish,
  shell: Shell,
): Promise<void> {
  if (names.length === 0) throw invalidArgument("name a session to check");
  selectInvariants(wish.invariant); // a wrong name is told before anything is read
  let broken = 0;
  const onFailure = (name: string): void => {
    if (names.length > 1) shell.messages.text(`refold: ${name}:`);
    broken += 1;
  };
  const threads = await threadsFor(names, wish, shell);
  try {
    const check = async (name: string): Promise<void> => {
      const there = (await threads?.of(name)) ?? null;
      if (there !== null && there.notes.length > 0) shell.messages.text(there.notes);
      const checked = there?.checked ?? (await checkSession(name, wish, shell));
      if (!tell(checked, wish, shell)) broken += 1;
    };
    await forEachReported(names, check, { shell, onFailure });
  } finally {
    await threads?.close();
  }
  if (names.length === 1 || wish.json) return;
  const verdict =
    broken === 0
      ? "all hold"
      : `${broken} ${nounFor(broken, "does", "do")} not hold or could not be read`;
  shell.output.text(`\n${counted(names.length, "session")}: ${verdict}`);
}

async function threadsFor(
  names: readonly string[],
  wish: CheckWish,
  { progress }: Shell,
): Promise<CheckThreads | null> {
  if (names.length === 1) return null;
  const { openCheckThreads } = await import("./check-session.js");
  return openCheckThreads(names, wish, progress);
}

/** @returns whether everything holds */
function tell(checked: CheckedSession, wish: CheckWish, shell: Shell): boolean {
  const { name, dialect, report, estimates } = checked;
  const { output, progress } = shell;
  progress.stop();
  if (wish.json) output.json({ session: name, dialect, ...report, estimates });
  else {
    output.text(checkLines(name, report, output));
    if (estimates !== null) output.text(estimateLines(estimates, output));
  }
  const holds = report.checks.every(({ violations }) => violations === 0);
  if (!holds) shell.exitCode = ExitCode.refused;
  return holds;
}

const LISTED = 10;

/** What was checked of a session, and what does not hold. */
export function checkLines(
  name: string,
  report: InvariantReport,
  output: Output,
): readonly string[] {
  const { bold, green, red } = output.styles;
  const { events, turnEnds, checks } = report;
  const asked = checks.filter(({ times }) => times > 0);
  const times = asked.reduce((sum, check) => sum + check.times, 0);
  const broken = checks.filter(({ violations }) => violations > 0);
  const violations = broken.reduce((sum, check) => sum + check.violations, 0);
  const ends = `${figure(turnEnds.checked)} of ${counted(turnEnds.all, "turn end")}`;
  const verdict = broken.length === 0 ? "everything holds" : counted(violations, "violation");
  const style = broken.length === 0 ? green : red;
  return [
    bold(visibleLine(name)),
    ...fieldLines(
      {
        read: `${counted(events, "event")}, prompts at ${ends}`,
        asked: `${counted(asked.length, "invariant")}, ${counted(times, "time")}`,
        idle: idleWords(checks),
      },
      output,
    ),
    ...fieldLines({ result: verdict }, output).map((line) => style(line)),
    ...broken.flatMap((check) => violationLines(check, report.violations, output)),
  ];
}

/** Laws that had nothing to ask about; rules of APIs are too many to name. */
function idleWords(checks: readonly InvariantCheck[]): string {
  const idle = checks.filter(({ times, violations }) => times === 0 && violations === 0);
  const laws = idle.filter(({ invariant }) => /^(log|state|prompt)\//.test(invariant));
  if (laws.length === 0) return "none";
  return laws.map(({ invariant }) => invariant).join(", ");
}

function violationLines(
  { invariant, violations }: InvariantCheck,
  all: readonly InvariantViolation[],
  output: Output,
): readonly string[] {
  const { bold, dim } = output.styles;
  const { columns } = output;
  const listed = all.filter((violation) => violation.invariant === invariant).slice(0, LISTED);
  const about = INVARIANTS.find(({ name }) => name === invariant);
  const more = violations - listed.length;
  return [
    "",
    bold(`${invariant}: ${counted(violations, "violation")}`),
    ...(about === undefined ? [] : paragraph(about.sentence, { columns, indent: "  " }).map(dim)),
    ...listed.flatMap((violation) =>
      paragraph(violationWords(violation), { columns, indent: "    " }),
    ),
    ...(more > 0 ? [`    and ${figure(more)} more`] : []),
    ...paragraph(`remedy: ${listed[0]?.remedy ?? ""}`, { columns, indent: "  " }),
  ];
}

/** `#12 ledger.tokens: the state says 3, its items have 4`. */
function violationWords({ offset, place, message }: InvariantViolation): string {
  const at = offset === null ? "" : `#${offset} `;
  return visibleLine(`${at}${place}: ${message}`);
}

const NAME_COLUMNS = 20;
const NAMED_JUMPS = 3;
const COLUMNS = [10, 8, 7, 8, 8] as const;

/** Our estimates against what was reported: a table by model and by script. */
function estimateLines(errors: EstimateErrors, output: Output): readonly string[] {
  const { bold, dim } = output.styles;
  const { samplings, all, byModel, byScript } = errors;
  const head = ["prompts", "of", "median", "p95", "worst", "at"];
  const compared = all.input?.count ?? 0;
  const fields = {
    reports: `${counted(samplings, "report")} of input, ${figure(compared)} compared`,
    base: baseWords(errors),
    jumps: errors.jumps.length === 0 ? null : jumpWords(errors),
  };
  return [
    "",
    bold("estimates against reports"),
    ...fieldLines(fields, output),
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

/** The largest first: they explain most of the errors after them. */
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
