import { compareVariants } from "../../runtime/experiment/compare-variants.js";
import type { ExperimentPlan } from "../../runtime/experiment/plan.js";
import { readExperiment } from "../../runtime/experiment/read-experiment.js";
import { writeFile } from "../export/write-file.js";
import { byteFigure } from "../output/figures.js";
import { comparisonHtml } from "./comparison-html.js";
import { comparisonLines } from "./comparison-lines.js";
import { loadPlan } from "./load-plan.js";
import { openExperiment, type ExperimentPlace } from "./open-experiment.js";
import { pairedTranscripts } from "./paired-transcripts.js";

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
