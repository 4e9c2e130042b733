import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { localTimes, withTimes } from "../../../src/cli/output/times.js";
import { callRefold } from "../run-refold.js";
import { CLEAN, CLEAN_ULID, fresh } from "../written-files.js";

beforeEach(() => vi.stubEnv("TZ", "Europe/Berlin"));
afterEach(() => vi.unstubAllEnvs());

test("a time is shown in the local zone, in summer and in winter", () => {
  const { time, zone } = localTimes();
  expect(time("2026-04-01T23:30:05.123Z")).toBe("2026-04-02 01:30:05");
  expect(time("2026-01-31T23:30:05.123Z")).toBe("2026-02-01 00:30:05");
  expect(zone).toBe("Europe/Berlin");
});

test.each([
  ["Australia/Adelaide", "2026-04-02 10:00:05", "Australia/Adelaide"],
  ["Nowhere/AtAll", "2026-04-01 23:30:05", "UTC"],
])("the zone is that of TZ: %s", (name, shown, zone) => {
  vi.stubEnv("TZ", name);
  const times = localTimes();
  expect(times.time("2026-04-01T23:30:05.123Z")).toBe(shown);
  expect(times.zone).toBe(zone);
});

test("what is no time is shown as it is written", () => {
  expect(localTimes().time("sometime")).toBe("sometime");
});

test.each([
  ["replay", "10:41:07 to 10:43:00 Europe/Berlin", "08:41:07 to 08:43:00 UTC"],
  ["log", "2026-04-02 Europe/Berlin\n     #0  10:41:07", "2026-04-02 UTC\n     #0  08:41:07"],
])("%s shows local times and their zone, and those of UTC with --utc", async (name, local, utc) => {
  const words = [name, "fixtures/clean.jsonl"];
  expect((await callRefold(words)).stdout).toContain(local);
  expect((await callRefold([...words, "--utc"])).stdout).toContain(utc);
  expect((await callRefold([...words, "--json"])).stdout).toContain("2026-04-02T08:41:07");
});

test("a message shows its times so too", () => {
  const message =
    "process 7 on host since 2026-04-01T23:30:05.123Z, in rollout-2026-04-02T08-41-07";
  expect(withTimes(message, localTimes())).toBe(
    "process 7 on host since 2026-04-02 01:30:05 Europe/Berlin, in rollout-2026-04-02T08-41-07",
  );
});

test("list, tree and stats name the zone", async () => {
  const home = fresh("zone-home");
  await callRefold(["import", CLEAN], { home });
  const shown = async (...words: readonly string[]) => (await callRefold(words, { home })).stdout;
  expect(await shown("list")).toMatch(/2026-04-02 10:41[^]*times: Europe\/Berlin\n$/);
  expect(await shown("list", "--utc")).toMatch(/2026-04-02 08:41[^]*times: UTC\n$/);
  expect(await shown("tree", CLEAN_ULID)).toContain("2026-04-02 10:41:07 Europe/Berlin");
  expect(await shown("stats")).toContain("(Europe/Berlin)");
  expect(await shown("transcript", CLEAN_ULID)).toContain("Europe/Berlin");
});

test("--since is meant in the zone that is shown", async () => {
  const home = fresh("since-home");
  await callRefold(["import", CLEAN], { home });
  // The day begins two hours before that of UTC.
  const found = async (...words: readonly string[]) =>
    (await callRefold(["stats", ...words, "--json"], { home })).stdout;
  const since = ["--since", "2026-04-02T10:42"];
  expect(JSON.parse(await found(...since))).toMatchObject({ turns: 1 });
  expect(JSON.parse(await found(...since, "--utc"))).toMatchObject({ turns: 0 });
});
