import { visibleLine } from "../../projections/display-text.js";
import { diagnose } from "../../sessions/doctor.js";
import type { Finding, Severity } from "../../store/jsonl/checkup/finding.js";
import { ExitCode, type DeclareCommand } from "../shell.js";
import { counted } from "../../projections/figures.js";
import { paragraph } from "../output/layout.js";
import { UTC_TIMES, withTimes } from "../output/times.js";
import type { Output, Style } from "../output/output.js";
import { declareHome, type HomeOption } from "../session.js";
import { pathArgument } from "../options.js";

interface DoctorOptions extends HomeOption {
  readonly json?: true;
}

/** `refold doctor`: what is wrong with the store, or with files, and what mends it. */
export const declareDoctor: DeclareCommand = (command, shell) => {
  declareHome(command)
    .argument("[paths...]", "sessions or folders to check; default: the whole store", pathArgument)
    .option(...UTC_TIMES)
    .option("--json", "one JSON document")
    .addHelpText("after", EXAMPLE)
    .action(async (paths: readonly string[], { home, json }: DoctorOptions) => {
      const { output, progress } = shell;
      const { checked, findings } = await diagnose(paths, home, {
        onTotal: (bytes) => progress.start("checking", bytes),
        onProgress: progress.update,
      });
      progress.stop();
      if (json) {
        output.json({ checked, findings }, { indent: 2 });
      } else {
        for (const [index, finding] of findings.entries()) {
          // What mends several findings is said once, below the last of them.
          const isSaidBelow = findings[index + 1]?.remedy === finding.remedy;
          const shown = isSaidBelow ? { ...finding, remedy: null } : finding;
          output.text(findingLines(shown, output));
        }
        output.text(verdict(findings, checked));
      }
      const isBad = findings.some(({ severity }) => severity === "error");
      if (isBad) shell.exitCode = ExitCode.refused;
    });
};

const EXAMPLE = `
Reads only, and mends nothing: each finding names what does. Without paths it checks modes of
files and folders, every rollout, leases, blobs, forks and what crashes left behind. The exit code
is 1 when there is an error: something is lost, or cannot be read.

Example:
  $ refold doctor
  $ refold doctor ~/.codex/sessions`;

/** A finding: how bad, where, what, and what mends it. */
function findingLines(
  { severity, path, message, remedy, kind }: Finding,
  output: Output,
): readonly string[] {
  const { dim } = output.styles;
  const paint = styleOf(severity, output);
  return [
    `${paint(severity)} ${kind}  ${visibleLine(path)}`,
    ...paragraph(withTimes(message, output.times), { columns: output.columns, indent: "  " }),
    // A command stays on its line, so that it can be taken over whole.
    ...(remedy === null ? [] : [dim(`  → ${visibleLine(remedy)}`)]),
  ];
}

/** How many of each, in words. */
function verdict(findings: readonly Finding[], what: string): string {
  if (findings.length === 0) return `${what}: nothing is wrong`;
  const words = (["error", "warning", "note"] as const).map((severity) =>
    counted(findings.filter((finding) => finding.severity === severity).length, severity),
  );
  return `${what}: ${words.join(", ")}`;
}

function styleOf(severity: Severity, { styles }: Output): Style {
  if (severity === "error") return styles.red;
  return severity === "warning" ? styles.yellow : styles.dim;
}
