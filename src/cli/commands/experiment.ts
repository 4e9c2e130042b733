import type { Command } from "commander";
import { Option } from "commander";
import type { DeclareCommand } from "../command-module.js";
import { countOption } from "../options/offset-option.js";
import { pathOption } from "../options/path-option.js";
import { declareHome, type HomeOption } from "../session.js";
import type { Shell } from "../shell.js";
import { withStore } from "../store.js";

/** As in `MODES`: the help needs no schema. */
const MODES = ["project", "replay", "run"] as const;

interface ExperimentOptions extends HomeOption {
  readonly mode?: (typeof MODES)[number];
}

interface RunOptions extends ExperimentOptions {
  readonly jobs: number;
  readonly resume?: true;
}

interface ShowOptions extends ExperimentOptions {
  readonly html?: string;
  readonly json?: true;
  readonly force?: true;
}

/** `refold experiment`: forks of one thread that each vary one thing, side by side. */
export const declareExperiment: DeclareCommand = (command, shell) => {
  command.addHelpText("after", EXAMPLE);
  declareRun(command.command("run"), shell);
  declareShow(command.command("show"), shell);
};

function declareRun(command: Command, shell: Shell): void {
  declarePlan(command)
    .description("fork the base once for each variant, and do there what the plan says")
    .option("--jobs <count>", "variants at a time", countOption, 2)
    .option("--resume", "go on with what an earlier run has begun")
    .addHelpText("after", EXAMPLE)
    .action((path: string, options: RunOptions) =>
      withStore(options, async (store) => {
        const { runPlan } = await import("../experiment/run-plan.js");
        await runPlan(path, options, { store, shell });
      }),
    );
}

function declareShow(command: Command, shell: Shell): void {
  declarePlan(command)
    .description("show what the variants came to, one row each")
    .option(
      "--html <file>",
      "write a page of its own: charts, transcripts side by side",
      pathOption,
    )
    .option("--force", "with --html: write over a file that is there")
    .option("--json", "one JSON document (docs/experiments.md)")
    .addHelpText("after", EXAMPLE)
    .action((path: string, options: ShowOptions) =>
      withStore(options, async (store) => {
        const { showPlan } = await import("../experiment/show-plan.js");
        await showPlan(path, options, { store, shell });
      }),
    );
}

function declarePlan(command: Command): Command {
  return declareHome(command)
    .argument("<plan>", "a plan's file: YAML or JSON (docs/experiments.md)")
    .addOption(new Option("--mode <mode>", "in the place of the plan's").choices(MODES))
    .option("--debug", "show a stack with an error");
}

const EXAMPLE = `
Example:
  $ refold experiment run truncation.yaml --jobs 4
  $ refold experiment show truncation.yaml --html truncation.html`;
