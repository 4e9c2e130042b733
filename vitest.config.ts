import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { inMemory } from "./test/in-memory.js";
import "./test/late-optimising.js";
import { LongestFirst } from "./test/longest-first.js";

/**
 * Tests that change their process, or replace or reset a module: each file in a process of its own. In a
 * shared one a reset lets counters of other files begin again.
 */
const ALONE = [
  "test/documented.test.ts",
  "test/cli/options/moment.test.ts",
  "test/cli/output/times.test.ts",
  "test/cli/slim-killed.test.ts",
  "test/runtime/snapshots/*.test.ts",
  "test/runtime/streams.test.ts",
  "test/store/jsonl/checkup/home-entries.test.ts",
  "test/store/jsonl/lease.test.ts",
  "test/store/jsonl/process-identity.test.ts",
];

/** Tests would wait for the disk a tenth of their time. */
function temporaryFolder(): { TMPDIR?: string } {
  const folder = inMemory({ roomNeededBytes: 8 * 2 ** 30, isForPrograms: true });
  return folder === null || process.env["TMPDIR"] !== undefined ? {} : { TMPDIR: folder };
}

export default defineConfig({
  test: {
    // The machine's zone, width and pager are no matter of a test.
    env: { TZ: "UTC", COLUMNS: "80", REFOLD_PAGER: "", ...temporaryFolder() },
    setupFiles: ["test/late-optimising.ts", "test/fast-check-setup.ts", "test/cli/test-folder.ts"],
    pool: "forks",
    // One more than processors: some tests wait for processes, browsers and servers.
    maxWorkers: availableParallelism() + 1,
    // Modules are loaded once for all files of a worker.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: [["default", { summary: false }]],
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          include: ["test/**/*.test.ts"],
          exclude: ALONE,
          globalSetup: "test/postgres/offer-server.ts",
        },
      },
      { extends: true, test: { name: "alone", include: ALONE, isolate: true } },
    ],
  },
});
