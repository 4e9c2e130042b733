import { homedir } from "node:os";
import { resolve } from "node:path";
import { compareVariants } from "../../runtime/experiment/compare-variants.js";
import type { Experiment } from "../../runtime/experiment/experiment.js";
import type { ExperimentPlan } from "../../runtime/experiment/plan.js";
import {
  readExperiment,
  type ExperimentResults,
} from "../../runtime/experiment/read-experiment.js";
import { writeFile } from "../export/write-file.js";
import { byteFigure } from "../output/figures.js";
import { comparisonHtml } from "./comparison-html.js";
import { comparisonLines } from "./comparison-lines.js";
import { loadPlan } from "./load-plan.js";
import { openExperiment, type ExperimentPlace } from "./open-experiment.js";
import { pairedTranscripts } from "./paired-transcripts.js";

interface ShowWish {
  readonly mode?: ExperimentPlan["mode"];
  readonly home?: string;
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
    const size = await writePage({ experiment, results, wish }, wish.html);
    shell.messages.text(`refold: ${wish.html} written, ${byteFigure(size)}`);
  }
  if (wish.json) shell.output.json(comparison, { indent: 2 });
  else if (wish.html === undefined) {
    for (const line of comparisonLines(comparison, shell.output)) shell.output.text(line);
  }
}

interface Page {
  readonly experiment: Experiment;
  readonly results: ExperimentResults;
  readonly wish: ShowWish;
}

async function writePage({ experiment, results, wish }: Page, path: string): Promise<number> {
  const comparison = compareVariants(results, experiment.metrics);
  const pairs = await pairedTranscripts(results, experiment.store);
  const page = new TextEncoder().encode(comparisonHtml(comparison, pairs));
  const home = wish.home ?? process.env["REFOLD_HOME"] ?? resolve(homedir(), ".refold");
  return writeFile(parts(page), { path, force: wish.force === true, home: resolve(home) });
}

async function* parts(page: Uint8Array): AsyncGenerator<Uint8Array> {
  yield page;
}
