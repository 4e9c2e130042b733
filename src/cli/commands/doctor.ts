import type { DeclareCommand } from "../command-module.js";
import { diagnose } from "../doctor/diagnose.js";
import { findingLines, verdict } from "../doctor/finding-lines.js";
import { ExitCode } from "../exit-code.js";
import { declareHome, type HomeOption } from "../session.js";

interface DoctorOptions extends HomeOption {
  readonly json?: true;
}

/** `refold doctor`: what is wrong with the store, or with files, and what mends it. */
export const declareDoctor: DeclareCommand = (command, shell) => {
  declareHome(command)
    .argument("[paths...]", "sessions to check, or folders of them; none: the whole store")
    .option("--json", "one JSON document")
    .addHelpText("after", EXAMPLE)
    .action(async (paths: readonly string[], { home, json }: DoctorOptions) => {
      const { output, progress } = shell;
      const { checked, findings } = await diagnose(paths, home, progress);
      if (json) {
        output.json({ checked, findings }, { indent: 2 });
      } else {
        for (const [index, finding] of findings.entries()) {
          // What mends several findings is said once, below the last of them.
          const isSaidBelow = findings[index + 1]?.remedy === finding.remedy;
          const shown = isSaidBelow ? { ...finding, remedy: null } : finding;
          for (const line of findingLines(shown, output)) output.text(line);
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
