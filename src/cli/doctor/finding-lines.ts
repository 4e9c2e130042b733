import type { Finding, Severity } from "../../store/jsonl/checkup/finding.js";
import { counted } from "../output/figures.js";
import { paragraph } from "../output/layout.js";
import { neutraliseLine } from "../output/neutralise.js";
import type { Output, Style } from "../output/output.js";

/** A finding: how bad, where, what, and what mends it. */
export function findingLines(
  { severity, path, message, remedy, kind }: Finding,
  output: Output,
): readonly string[] {
  const { dim } = output.styles;
  const paint = styleOf(severity, output);
  return [
    `${paint(severity)} ${kind}  ${neutraliseLine(path)}`,
    ...paragraph(message, { columns: output.columns, indent: "  " }),
    // A command stays on its line, so that it can be taken over whole.
    ...(remedy === null ? [] : [dim(`  → ${neutraliseLine(remedy)}`)]),
  ];
}

/** How many of each, in words. */
export function verdict(findings: readonly Finding[], what: string): string {
  if (findings.length === 0) return `${what}: nothing is wrong`;
  const count = (severity: Severity): number =>
    findings.filter((finding) => finding.severity === severity).length;
  const words = [
    counted(count("error"), "error"),
    counted(count("warning"), "warning"),
    counted(count("note"), "note"),
  ];
  return `${what}: ${words.join(", ")}`;
}

function styleOf(severity: Severity, { styles }: Output): Style {
  if (severity === "error") return styles.red;
  return severity === "warning" ? styles.yellow : styles.dim;
}
