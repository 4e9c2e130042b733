import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take several seconds on a quiet machine, the longest first. One that began last would be
 * waited for alone.
 */
const LONG: readonly string[] = [
  "test/postgres/failures.test.ts",
  "test/postgres/commands.test.ts",
  "test/postgres/laws.test.ts",
  "test/postgres/contract.test.ts",
  "test/package.test.ts",
  "test/agents/agents.test.ts",
  "test/cli/interrupted.test.ts",
  "test/ui/page-life.test.ts",
  "test/vault/watch-homes.test.ts",
  "test/projections/redaction/corpus.test.ts",
  "test/vault/kills.test.ts",
  "test/cli/search/index-building.test.ts",
  "test/ui/acting.test.ts",
  "test/cli/output/pager.test.ts",
  "test/store/jsonl/crash.test.ts",
  "test/store/jsonl/read-runs.test.ts",
  "test/store/jsonl/archived-thread.test.ts",
  "test/store/jsonl/kept-states.test.ts",
  "test/cli/export-redacted.test.ts",
  "test/store/own-driver.test.ts",
  "test/cli/sessions.test.ts",
  "test/sessions/deep-forks.test.ts",
  "test/projections/redaction/secret-rules.test.ts",
  "test/postgres/pooler.test.ts",
  "test/experiments/run-experiment.test.ts",
  "test/vault/list-chain.test.ts",
  "test/vault/attacked.test.ts",
  "test/runtime/compaction/killed.test.ts",
  "test/ui/long-thread.test.ts",
  "test/projections/transcript/transcript.test.ts",
  "test/store/jsonl/power-cuts.test.ts",
  "test/cli/experiment/experiment.test.ts",
];

/** The order of test files: project after project, as a worker serves one, and in each the long files first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const place = ({ moduleId }: TestSpecification): number => {
      const index = LONG.indexOf(relative(this.ctx.config.root, moduleId).replaceAll("\\", "/"));
      return index < 0 ? LONG.length : index;
    };
    const byPlace = (one: TestSpecification, other: TestSpecification) => place(one) - place(other);
    return projects.flatMap((project) =>
      sorted.filter((file) => file.project === project).sort(byPlace),
    );
  }
}
