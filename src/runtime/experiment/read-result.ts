import type { Experiment } from "./experiment.js";
import { markIn } from "./marks.js";
import type { Task } from "./tasks.js";
import type { VariantResult } from "./variant-result.js";

/** What a task's fork says that came of it; the newest word counts. */
export async function readResult(
  { threadId, mark }: Task,
  { store }: Pick<Experiment, "store">,
): Promise<VariantResult> {
  const { variant, repetition, seed, base } = mark;
  const about = { variant, repetition, seed, threadId };
  const nothing = { failure: null, measures: null };
  if (!(await store.has(threadId))) return { ...about, ...nothing, outcome: "unfinished" };
  for await (const event of store.readBackward(threadId)) {
    if (event.offset <= base.offset) break;
    const result = markIn(event, "experiment.result");
    if (result !== null) {
      return { ...about, ...nothing, outcome: "done", measures: result.measures };
    }
    const failed = markIn(event, "experiment.failed");
    if (failed === null) continue;
    const failure = { code: failed.code, message: failed.message };
    return { ...about, outcome: "failed", failure, measures: null };
  }
  return { ...about, ...nothing, outcome: "unfinished" };
}
