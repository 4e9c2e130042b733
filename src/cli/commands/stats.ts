import { statsReport } from "../../projections/stats/stats-report.js";
import type { DeclareCommand } from "../command-module.js";
import { ExitCode } from "../exit-code.js";
import { refuseTaken, writeFile, type ExportTarget } from "../export/write-file.js";
import { countOption } from "../options/offset-option.js";
import { pathOption } from "../options/path-option.js";
import { sinceOption } from "../options/since-option.js";
import { declareReading } from "../session.js";
import { countSessions, type StatsOptions } from "../stats/count-sessions.js";
import { storeHome } from "../../store/jsonl/store-home.js";
import { statsLines } from "../stats/stats-lines.js";

interface CommandOptions extends StatsOptions {
  readonly json?: true;
  readonly html?: string;
  readonly force?: true;
}

/** `refold stats`: what many sessions come to. */
export const declareStats: DeclareCommand = (command, shell) => {
  declareReading(command)
    .argument("[paths...]", "recorded sessions, or folders of them; none: the store")
    .option("--codex [folder]", "the sessions of a Codex home (CODEX_HOME or ~/.codex)", pathOption)
    .option(
      "--claude [folder]",
      "those of Claude Code (CLAUDE_CONFIG_DIR or ~/.claude)",
      pathOption,
    )
    .option(
      "--since <time>",
      "only what happened since a day (UTC), a time, or so long ago (7d)",
      sinceOption,
    )
    .option("--model <name>", "only work of this model, or of those whose names begin so")
    .option("--jobs <count>", "how many files are read at a time", countOption)
    .option("--json", "one JSON document")
    .option("--html <file>", "write a page with charts as well", pathOption)
    .option("--force", "write over a file that exists")
    .addHelpText("after", EXAMPLE)
    .action(async (paths: readonly string[], options: CommandOptions) => {
      const { output } = shell;
      const page = options.html === undefined ? null : pageAt(options.html, options);
      if (page !== null) refuseTaken(page); // before anything is counted
      const { tally, ...files } = await countSessions(paths, options, shell.progress);
      const report = statsReport(tally);
      if (options.json) {
        output.json({ ...report, ...files }, { indent: 2 });
      } else {
        for (const line of statsLines(report, files, output)) output.text(line);
      }
      if (page !== null) {
        const { renderStatsHtml } = await import("../../projections/stats/render-stats-html.js");
        await writeFile([Buffer.from(renderStatsHtml(report))], page);
      }
      if (files.unread.length + files.damaged.length > 0) shell.exitCode = ExitCode.refused;
    });
};

function pageAt(path: string, { force, home }: CommandOptions): ExportTarget {
  return { path, force: force === true, home: storeHome(home) };
}

const EXAMPLE = `
Every request counts once: also when its turn was rolled back, when its lines were copied into a
session that goes on from another, or when a file is found twice. Days are those of UTC. Files that
cannot be read are listed and do not stop the rest.

Example:
  $ refold stats --codex --claude --since 2026-04-01 --html april.html`;
