import { type Command, Option } from "commander";
import { compareVariants, type Comparison } from "../../experiments/compare-variants.js";
import type { Experiment, VariantResult } from "../../experiments/experiment.js";
import { readExperiment, runExperiment } from "../../experiments/run-experiment.js";
import type { EventStore } from "../../store/event-store.js";
import { homeText } from "../../store/jsonl/home.js";
import { ExitCode, type DeclareCommand, type Shell } from "../shell.js";
import { clientOfPlan } from "../experiment/clients.js";
import { comparisonLines } from "../experiment/comparison-lines.js";
import { commandMetric, loadPlan, loadPlanModule } from "../experiment/plan-file.js";
import { writeFile } from "../export/write-file.js";
import { countOption, pathOption } from "../options.js";
import { byteFigure } from "../../projections/figures.js";
import { excerpt } from "../output/layout.js";
import { declarePrices, loadPrices, type PricesOption, tellUnpriced } from "../prices.js";
import { declareHome, type HomeOption } from "../session.js";
import { withStore } from "../store.js";
import { threadForFork } from "./import.js";

/** As in `MODES`: the help needs no schema. */
const MODES = ["project", "replay", "run"] as const;

interface ExperimentOptions extends HomeOption, PricesOption {
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
  declarePlan(command.command("run"))
    .description("fork the base once for each variant, and do there what the plan says")
    .option("--jobs <count>", "variants at a time", countOption, 2)
    .option("--resume", "continue an earlier run")
    .addHelpText("after", EXAMPLE)
    .action((path: string, options: RunOptions) =>
      withPlace(options, shell, (place) => runPlan(path, options, place)),
    );
  declarePlan(command.command("show"))
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
      withPlace(options, shell, (place) => showPlan(path, options, place)),
    );
};

function declarePlan(command: Command): Command {
  return declarePrices(declareHome(command))
    .argument("<plan>", "a plan's file: YAML or JSON (docs/experiments.md)")
    .addOption(new Option("--mode <mode>", "in the place of the plan's").choices(MODES))
    .option("--debug", "show a stack with an error");
}

const EXAMPLE = `
Example:
  $ refold experiment run truncation.yaml --jobs 4
  $ refold experiment show truncation.yaml --html truncation.html`;

/** Runs a plan's experiment and shows what it came to. Ctrl-C interrupts it: it can be resumed. */
async function runPlan(path: string, options: RunOptions, place: Place): Promise<void> {
  const { shell } = place;
  const experiment = await openExperiment(path, options, place);
  const controller = new AbortController();
  const interrupt = (): void => controller.abort();
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  let done = 0;
  try {
    const results = runExperiment(experiment, {
      jobs: options.jobs,
      resume: options.resume === true,
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
  shell.output.text(comparisonLines(comparison, shell.output));
  tellUnpriced(unpricedIn(comparison), shell.messages);
}

function unpricedIn({ rows }: Comparison): ReadonlySet<string | null> {
  return new Set(rows.flatMap(({ measures }) => measures?.unpricedModels ?? []));
}

function tellFailure({ variant, repetition, failure }: VariantResult, { shell }: Place): void {
  if (failure === null) return;
  shell.exitCode = ExitCode.refused;
  const which = repetition > 1 ? `${variant} (${repetition})` : variant;
  shell.messages.text(`refold: variant ${excerpt(which, 80)} failed: ${failure.message}`);
}

/** Shows what an experiment's variants came to; nothing is run. */
async function showPlan(path: string, options: ShowOptions, place: Place): Promise<void> {
  const { output, messages } = place.shell;
  const { html, json, force } = options;
  const experiment = await openExperiment(path, options, place);
  const results = await readExperiment(experiment);
  const comparison = compareVariants(results, experiment.metrics);
  if (html !== undefined) {
    const { comparisonPage, pairedTranscripts } = await import("../experiment/comparison-page.js");
    const { renderStaticPage } = await import("../../sessions/static-page.js");
    const pairs = await pairedTranscripts(results, place.store);
    const shown = comparisonPage(comparison, pairs, output.times);
    const page = Buffer.from(renderStaticPage(shown));
    const sizeBytes = await writeFile([page], { path: html, force, home: place.home });
    messages.text(`refold: ${html} written, ${byteFigure(sizeBytes)}`);
  }
  if (json) output.json(comparison, { indent: 2 });
  else if (html === undefined) output.text(comparisonLines(comparison, output));
  tellUnpriced(unpricedIn(comparison), messages);
}

/** Where a plan's experiment takes place. */
interface Place {
  readonly store: EventStore;
  readonly home: string;
  readonly shell: Shell;
}

function withPlace(
  options: HomeOption,
  shell: Shell,
  work: (place: Place) => Promise<void>,
): Promise<void> {
  const home = homeText(options.home);
  return withStore({ home }, (store) => work({ store, home, shell }));
}

/** Makes an experiment of a plan's file: its base in the store, its clients, its metrics. */
async function openExperiment(
  path: string,
  { mode, ...options }: ExperimentOptions,
  place: Place,
): Promise<Experiment> {
  const prices = await loadPrices(options);
  const { plan, source, folder } = await loadPlan(path);
  const { clients = {}, module, metrics = {}, ...rest } = { ...plan, ...(mode && { mode }) };
  const base = await threadForFork(plan.base, place);
  const asksModule = rest.mode === "run" && module !== undefined;
  const ask = asksModule ? await loadPlanModule({ module, folder }, source) : null;
  const commands = Object.entries(metrics).map(
    ([name, metric]) => [name, commandMetric(name, metric)] as const,
  );
  return {
    ...rest,
    base,
    store: place.store,
    ...{ planSource: source, prices },
    metrics: Object.fromEntries(commands),
    client: async (wish) => {
      const { model, tools } = (await ask?.(wish)) ?? { model: null, tools: null };
      return {
        model: model ?? (await clientOfPlan(wish, clients)),
        ...(tools !== null && { tools }),
      };
    },
  };
}
