import { type Command, Option } from "commander";
import { compareVariants } from "../../experiments/compare-variants.js";
import type { Experiment, VariantResult } from "../../experiments/experiment.js";
import type { ExperimentPlan } from "../../experiments/plan.js";
import { readExperiment, runExperiment } from "../../experiments/run-experiment.js";
import type { JsonlStore } from "../../store/jsonl/jsonl-store.js";
import { ExitCode } from "../exit-code.js";
import { clientOfPlan } from "../experiment/clients.js";
import { comparisonHtml, pairedTranscripts } from "../experiment/comparison-html.js";
import { comparisonLines } from "../experiment/comparison-lines.js";
import {
  commandMetric,
  type LoadedPlan,
  loadPlan,
  loadPlanModule,
  type PlanFile,
  type PlanModule,
} from "../experiment/plan-file.js";
import { writeFile } from "../export/write-file.js";
import { countOption, pathOption } from "../options.js";
import { byteFigure } from "../../projections/figures.js";
import { excerpt } from "../output/layout.js";
import { declareHome, type HomeOption } from "../session.js";
import type { DeclareCommand, Shell } from "../shell.js";
import { withStore } from "../store.js";
import { threadForFork } from "./import.js";

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
    .option("--resume", "continue an earlier run")
    .addHelpText("after", EXAMPLE)
    .action((path: string, options: RunOptions) =>
      withStore(options, async (store) => {
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
    .option("--force", "with --html: overwrite an existing file")
    .option("--json", "one JSON document (docs/experiments.md)")
    .addHelpText("after", EXAMPLE)
    .action((path: string, options: ShowOptions) =>
      withStore(options, async (store) => {
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

interface RunWish {
  readonly mode?: ExperimentPlan["mode"];
  readonly jobs: number;
  readonly resume?: true;
}

/** Runs a plan's experiment and shows what it came to. Ctrl-C interrupts it: it can be resumed. */
export async function runPlan(path: string, wish: RunWish, place: ExperimentPlace): Promise<void> {
  const { shell } = place;
  const loaded = await loadPlan(path);
  const plan = { ...loaded.plan, ...(wish.mode !== undefined && { mode: wish.mode }) };
  const experiment = await openExperiment({ ...loaded, plan }, place);
  const controller = new AbortController();
  const interrupt = (): void => controller.abort();
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  let done = 0;
  try {
    const results = runExperiment(experiment, {
      jobs: wish.jobs,
      resume: wish.resume === true,
      signal: controller.signal,
      onStart: ({ variants }) => shell.progress.start("experimenting", variants),
    });
    await results.forEach((result) => {
      shell.progress.update(++done);
      tellFailure(result, place);
    });
  } finally {
    shell.progress.stop();
    process.removeListener("SIGINT", interrupt).removeListener("SIGTERM", interrupt);
    if (controller.signal.aborted) {
      shell.messages.text("refold: interrupted; go on with --resume");
    }
  }
  const comparison = compareVariants(await readExperiment(experiment), experiment.metrics);
  for (const line of comparisonLines(comparison, shell.output)) shell.output.text(line);
}

function tellFailure(
  { variant, repetition, failure }: VariantResult,
  { shell }: ExperimentPlace,
): void {
  if (failure === null) return;
  shell.exitCode = ExitCode.refused;
  const which = repetition > 1 ? `${variant} (${repetition})` : variant;
  shell.messages.text(`refold: variant ${excerpt(which, 80)} failed: ${failure.message}`);
}

interface ShowWish {
  readonly mode?: ExperimentPlan["mode"];
  readonly html?: string;
  readonly force?: true;
  readonly json?: true;
}

/** Shows what an experiment's variants came to; nothing is run. */
export async function showPlan(
  path: string,
  wish: ShowWish,
  place: ExperimentPlace,
): Promise<void> {
  const { shell } = place;
  const loaded = await loadPlan(path);
  const plan = { ...loaded.plan, ...(wish.mode !== undefined && { mode: wish.mode }) };
  const experiment = await openExperiment({ ...loaded, plan }, place);
  const results = await readExperiment(experiment);
  const comparison = compareVariants(results, experiment.metrics);
  if (wish.html !== undefined) {
    const pairs = await pairedTranscripts(results, place.store);
    const page = Buffer.from(comparisonHtml(comparison, pairs));
    const target = { path: wish.html, force: wish.force === true, home: place.store.home };
    const sizeBytes = await writeFile([page], target);
    shell.messages.text(`refold: ${wish.html} written, ${byteFigure(sizeBytes)}`);
  }
  if (wish.json) shell.output.json(comparison, { indent: 2 });
  else if (wish.html === undefined) {
    for (const line of comparisonLines(comparison, shell.output)) shell.output.text(line);
  }
}

/** Where a plan's experiment takes place. */
export interface ExperimentPlace {
  readonly store: JsonlStore;
  readonly shell: Shell;
}

/** Makes an experiment of a plan's file: its base in the store, its clients, its metrics. */
export async function openExperiment(
  { plan, source, folder }: LoadedPlan,
  place: ExperimentPlace,
): Promise<Experiment> {
  const { clients, module, metrics, ...rest } = plan;
  const base = await threadForFork(plan.base, place);
  const fromModule =
    plan.mode === "run" && module !== undefined
      ? await loadPlanModule({ module, folder }, source)
      : null;
  return {
    ...rest,
    base,
    store: place.store,
    planSource: source,
    metrics: metricsOf(metrics),
    client: clientMaker(clients ?? {}, fromModule),
  };
}

function clientMaker(
  clients: NonNullable<PlanFile["clients"]>,
  fromModule: PlanModule | null,
): NonNullable<Experiment["client"]> {
  return async (wish) => {
    const { model, tools } = (await fromModule?.(wish)) ?? { model: null, tools: null };
    return {
      model: model ?? (await clientOfPlan(wish, clients)),
      ...(tools !== null && { tools }),
    };
  };
}

function metricsOf(metrics: PlanFile["metrics"] = {}): NonNullable<Experiment["metrics"]> {
  return Object.fromEntries(
    Object.entries(metrics).map(([name, metric]) => [name, commandMetric(name, metric)]),
  );
}
