import { availableParallelism } from "node:os";
import { inMemory } from "./test/in-memory.js";
import { defineConfig } from "vitest/config";

/** Tests that change their process or replace a module: each file in a process of its own. */
const ALONE = [
  "test/documented.test.ts",
  "test/cli/options/moment.test.ts",
  "test/cli/output/times.test.ts",
  "test/cli/slim-killed.test.ts",
  "test/runtime/snapshots/*.test.ts",
  "test/runtime/streams.test.ts",
  "test/store/jsonl/checkup/home-entries.test.ts",
  "test/store/jsonl/process-identity.test.ts",
];

/** Tests that start and kill processes, install packages, or go on for long. */
const PROCESSES = [
  "test/package.test.ts",
  "test/agents/**/*.test.ts",
  "test/cli/{follow,interrupted,rollback-files}.test.ts",
  "test/cli/search/index-building.test.ts",
  "test/examples/*.test.ts",
  "test/runtime/compaction/killed.test.ts",
  "test/runtime/conversation/restart.test.ts",
  "test/store/jsonl/{crash,faults,follow,lease,noise}.test.ts",
];

/** Tests that need a PostgreSQL server: one serves them all. */
const POSTGRES = "test/postgres/**/*.test.ts";

/** Tests would wait for the disk a tenth of their time. */
function temporaryFolder(): { TMPDIR?: string } {
  const folder = inMemory({ roomNeededBytes: 8 * 2 ** 30, isForPrograms: true });
  return folder === null || process.env["TMPDIR"] !== undefined ? {} : { TMPDIR: folder };
}

export default defineConfig({
  test: {
    // The machine's zone, width and pager are no matter of a test.
    env: { TZ: "UTC", COLUMNS: "80", REFOLD_PAGER: "", ...temporaryFolder() },
    setupFiles: ["test/fast-check-setup.ts", "test/cli/test-folder.ts"],
    pool: "forks",
    // One more than processors: these tests wait for processes and servers.
    maxWorkers: availableParallelism() + 1,
    // Modules are loaded once for all files of a worker.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: [["default", { summary: false }]],
    projects: [
      {
        extends: true,
        test: {
          name: "quick",
          include: ["test/**/*.test.ts"],
          exclude: [...ALONE, ...PROCESSES, POSTGRES],
          // They wait for nothing. Another number of workers takes an order of its own.
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
        },
      },
      { extends: true, test: { name: "processes", include: PROCESSES } },
      { extends: true, test: { name: "alone", include: ALONE, isolate: true } },
      {
        extends: true,
        test: {
          name: "postgres",
          include: [POSTGRES],
          globalSetup: "test/postgres/shared-server.ts",
        },
      },
    ],
  },
});
