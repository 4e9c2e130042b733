import { expect, test } from "vitest";
import { fitPrompt } from "../../src/projections/prompt/fit-prompt.js";
import { projectPrompt } from "../../src/projections/prompt/project-prompt.js";
import { projectTranscript } from "../../src/projections/transcript/project-transcript.js";
import { renderTranscript } from "../../src/projections/transcript/render-transcript.js";
import { listSource } from "../../src/testing/definition.js";
import { message } from "../../src/testing/render-lines.js";
import { build, END, START, user } from "../testing/by-hand.js";
import { entryOf, stateOf } from "./ledger-arbitrary.js";

/** More than a call can have arguments. */
const MANY = 130_000;

test("a text of very many lines is shown whole", async () => {
  const { events } = build(START, user("line\n".repeat(MANY)), END).history();
  const text = await renderTranscript(await projectTranscript(listSource(events)), "text");
  expect(text.split("\n").filter((line) => line.trim() === "line")).toHaveLength(MANY);
});

test("a prompt of very many items is fitted", () => {
  const item = message("user", "Hello.");
  const state = stateOf(Array.from({ length: MANY }, (_, index) => entryOf(item, index + 1)));
  const fitted = fitPrompt(projectPrompt(state), { strategy: "sliding-window", maxTokens: 100 });
  expect(fitted.fits).toBe(true);
  expect(fitted.trimmed.length).toBeGreaterThan(MANY - 100);
});
