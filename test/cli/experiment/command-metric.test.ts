import { expect, test } from "vitest";
import { commandMetric } from "../../../src/cli/experiment/plan-file.js";
import { listSource } from "../../../src/testing/definition.js";
import { answer, build, END, START, user } from "../../testing/by-hand.js";

function measure(command: string) {
  const builder = build(START, user("When is it high?"), answer("At noon."), END);
  const measured = { threadId: "x", state: builder.state };
  const source = listSource(builder.history().events);
  return commandMetric("mine", { command }).measure({ ...measured, source });
}

test("a command is given the transcript, and its number is the metric", async () => {
  expect(await measure("grep -c 'At noon.'")).toBe(1);
  expect(await measure("echo ' -2.5 '")).toBe(-2.5);
});

test.each([
  ["true", /printed something else than a number/],
  ["echo many", /printed something else than a number/],
  ["echo Infinity", /printed something else than a number/],
  ["echo 3; exit 4", /ended with 4/],
  ["echo 3; kill -9 $$", /ended with (a signal|137)/],
])("a command that does not answer with a number is no metric: %s", async (command, message) => {
  await expect(measure(command)).rejects.toMatchObject({
    code: "metric-failed",
    message: expect.stringMatching(message) as unknown,
  });
});

test("a command may stop reading before it has seen everything", async () => {
  expect(await measure("head -c 1 >/dev/null; echo 7")).toBe(7);
});

test("which end is the good one is as the plan says, or nobody says", () => {
  expect(commandMetric("mine", { command: "true", better: "less" }).better).toBe("less");
  expect("better" in commandMetric("mine", { command: "true" })).toBe(false);
});
