import { inMemory } from "./test/in-memory.js";
import { defineConfig } from "vitest/config";

/** Tests that kill processes, change this one, or replace a module: each file in its own process. */
const PROCESSES = [
  "test/package.test.ts",
  "test/documented.test.ts",
  "test/agents/**/*.test.ts",
  "test/cli/{follow,interrupted,rollback-files}.test.ts",
  "test/cli/options/moment.test.ts",
  "test/cli/search/index-building.test.ts",
  "test/cli/output/times.test.ts",
  "test/examples/*.test.ts",
  "test/runtime/compaction/killed.test.ts",
  "test/runtime/conversation/restart.test.ts",
  "test/runtime/snapshots/*.test.ts",
  "test/runtime/streams.test.ts",
  "test/store/jsonl/checkup/home-entries.test.ts",
  "test/store/jsonl/{crash,faults,follow,lease,noise,process-identity}.test.ts",
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
    // The default leaves one processor free: half of the time on two.
    maxWorkers: "100%",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: [["default", { summary: false }]],
    projects: [
      {
        extends: true,
        test: {
          name: "quick",
          include: ["test/**/*.test.ts"],
          exclude: [...PROCESSES, POSTGRES],
          // Modules are loaded once for all files of a worker.
          isolate: false,
        },
      },
      { extends: true, test: { name: "processes", include: PROCESSES } },
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
