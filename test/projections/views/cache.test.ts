import { expect, test } from "vitest";
import { projectCache } from "../../../src/projections/views/cache.js";
import { listSource } from "../../../src/testing/definition.js";
import type { HistoryCommand } from "../../../src/testing/history-command.js";
import { answer, build, user } from "../../testing/by-hand.js";

const so = answer("so");
const start = (model: string): HistoryCommand => {
  return { do: "start-turn", change: { model }, tells: true };
};
const report = (input: number): HistoryCommand => ({ do: "report-usage", input, window: null });

async function cacheOf(...commands: readonly HistoryCommand[]) {
  return projectCache(listSource(build(...commands).history().events));
}

test("another model has nothing in common, and is named as what broke the prefix", async () => {
  const [first, second] = ["gpt-5.2", "claude-sonnet-4-5"];
  const words = "word ".repeat(4_000);
  const turns = [start(first), user(words), so, start(second), user("more"), so];
  const { requests } = await cacheOf(...turns, user("again"), so);
  expect(requests.map(({ common }) => common.items > 0)).toEqual([false, false, true]);
  expect(requests[1]?.brokenBy.map(({ reason }) => reason)).toEqual(["another model"]);
  expect(requests[2]?.brokenBy).toEqual([]);
});

test("a prefix that is shorter than the model caches is not estimated as cached", async () => {
  const { requests } = await cacheOf(start("gpt-5.2"), user("hi"), so, user("more"), so);
  expect(requests[1]?.common.items).toBeGreaterThan(0);
  expect(requests.map(({ estimatedShare }) => estimatedShare)).toEqual([0, 0]);
});

test("the first report after a request is that request's", async () => {
  const { requests } = await cacheOf(start("gpt-5.2"), user("hi"), so, report(10), report(20));
  expect(requests.map(({ reported }) => reported?.input)).toEqual([10]);
});
