import { afterEach, expect, test, vi } from "vitest";
import { parseMoment } from "../../../src/cli/options.js";
import { utcTimes } from "../../../src/projections/figures.js";
import { callRefold } from "../run-refold.js";

afterEach(() => vi.unstubAllEnvs());

test.each([
  ["2026-04-01", "2026-03-31T15:00:00.000Z", "2026-04-01T00:00:00.000Z"],
  ["2026-04-01T12:00", "2026-04-01T03:00:00.000Z", "2026-04-01T12:00:00.000Z"],
  ["2026-04-01T12:00Z", "2026-04-01T12:00:00.000Z", "2026-04-01T12:00:00.000Z"],
  ["2026-04-01T12:00:00.5-02:00", "2026-04-01T14:00:00.500Z", "2026-04-01T14:00:00.500Z"],
])("%s is %s in Tokyo, and %s with --utc", (text, local, utc) => {
  vi.stubEnv("TZ", "Asia/Tokyo");
  expect(parseMoment(text, "--since").toISOString()).toBe(local);
  expect(parseMoment(text, "--since", utcTimes).toISOString()).toBe(utc);
});

test.each(["2026", "yesterday", "2026-02-30", "2026-04-01T25:00", "7 days", ""])(
  "%s is no time",
  (text) => {
    expect(() => parseMoment(text, "--since")).toThrow(/--since: not a time/);
  },
);

test("stats and list take the same times and ages", async () => {
  for (const words of [["stats"], ["list"]]) {
    for (const since of ["7d", "2026-04-01", "2026-04-01T12:00Z"]) {
      expect((await callRefold([...words, "--since", since])).code).toBe(0);
    }
    const { code, stderr } = await callRefold([...words, "--since", "yesterday"]);
    expect(stderr).toContain("give a day (2026-04-01)");
    expect(code).toBe(2);
  }
});
