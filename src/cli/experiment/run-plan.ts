import type { VariantResult } from "../../runtime/experiment/variant-result.js";
import { runExperiment } from "../../runtime/experiment/run-experiment.js";
import type { ExperimentPlan } from "../../runtime/experiment/plan.js";
import { ExitCode } from "../exit-code.js";
import { excerpt } from "../output/layout.js";
import { comparisonLines } from "./comparison-lines.js";
import { loadPlan } from "./load-plan.js";
import { openExperiment, type ExperimentPlace } from "./open-experiment.js";
import { compareVariants } from "../../runtime/experiment/compare-variants.js";
import { readExperiment } from "../../runtime/experiment/read-experiment.js";

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
