import type {
  InvariantCheck,
  InvariantReport,
  InvariantViolation,
} from "../../testing/invariants/invariant-report.js";
import { INVARIANTS } from "../../testing/invariants/invariants.js";
import { counted, figure } from "../output/figures.js";
import { paragraph } from "../output/layout.js";
import { neutraliseLine } from "../output/neutralise.js";
import type { Output } from "../output/output.js";
import { fieldLines } from "../replay/header-lines.js";

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
    bold(neutraliseLine(name)),
    ...fieldLines("read", `${counted(events, "event")}, prompts at ${ends}`, output),
    ...fieldLines("asked", `${counted(asked.length, "invariant")}, ${figure(times)} times`, output),
    ...fieldLines("idle", idleWords(checks), output),
    ...fieldLines("result", verdict, output).map((line) => style(line)),
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
  return neutraliseLine(`${at}${place}: ${message}`);
}
