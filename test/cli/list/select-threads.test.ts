import { expect, test } from "vitest";
import { ExitCode } from "../../../src/cli/shell.js";
import { NO_PROGRESS as progress } from "../../../src/cli/output/progress.js";
import { type Selection, selectThreads } from "../../../src/cli/commands/list.js";
import { utcTimes } from "../../../src/projections/figures.js";
import type { ThreadSummary } from "../../../src/sessions/listing/thread-summary.js";
import { summary } from "./thread-summary.js";

async function isSelected(thread: Partial<ThreadSummary>, selection: Selection): Promise<boolean> {
  const shell = { progress, messages: { text: () => undefined }, exitCode: ExitCode.done };
  const place = { shell: { ...shell, output: { times: utcTimes } }, view: null };
  return (await selectThreads([summary(thread)], selection, place)).length === 1;
}

test.each([
  ["2026-04-09T23:59:59.999Z", false],
  ["2026-04-10T00:00:00.000Z", true],
  ["2026-04-10T00:00:00.001Z", true],
])("a thread that changed at %s is of those since a day: %s", async (updatedAt, isOne) => {
  expect(await isSelected({ updatedAt }, { since: "2026-04-10" })).toBe(isOne);
});

test.each([
  ["gpt-5.2-codex", "GPT-5.2", true],
  ["GPT-5.2", "gpt-5.2", true],
  ["gpt-5", "gpt-5.2", false],
  [null, "gpt", false],
])("a thread of model %s is one of %s: %s", async (model, wanted, isOne) => {
  expect(await isSelected({ model }, { model: wanted })).toBe(isOne);
});

test.each([
  ["/srv/tide", "/srv/tide", true],
  ["/srv/tide/docs", "/srv/tide", true],
  ["/srv/tidewater", "/srv/tide", false],
  ["/srv", "/", true],
  [null, "/srv", false],
])("a thread in folder %s is one of %s: %s", async (cwd, folder, isOne) => {
  expect(await isSelected({ cwd }, { cwd: folder })).toBe(isOne);
});

test("a thread is found by title, id, folder and model, whatever the case", async () => {
  for (const search of ["TIDES", "01kn6mm6", "/SRV/tide", "Gpt-5"]) {
    expect(await isSelected({}, { search })).toBe(true);
  }
  expect(await isSelected({}, { search: "almanac" })).toBe(false);
});
