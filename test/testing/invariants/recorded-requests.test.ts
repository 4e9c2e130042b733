import { expect, test } from "vitest";
import { checkInvariants } from "../../../src/testing/invariants/check-invariants.js";
import { answerLine, decode, linesOf, userLine } from "../../dialects/claude-code/transcript.js";

const REMINDER = "<system-reminder>\ntoday\n</system-reminder>";

/** A session with a recorded request, whose reminder has this text. */
async function violationsOf(recorded: string) {
  const rendered = [{ content: REMINDER }];
  const place = { uuid: "a0", parentUuid: "u0" };
  const content = [
    { type: "text", text: `${recorded}\n` },
    { type: "text", text: "go" },
  ];
  const request = { type: "api-request", id: "r1", keep: 0, tail: ["h1"], sessionId: "s1" };
  const next = { ...request, id: "r2", base: "r1", keep: 1, tail: ["unknown", "h2"] };
  const second = [{ tool_use_id: "c1", type: "tool_result", content: "one", is_error: false }];
  const call = { type: "tool_use", id: "c1", name: "Bash", input: {} };
  const params = { model: "claude-opus-4-5" };
  const blob = { type: "api-request-blob", sessionId: "s1" };
  const lines = [
    userLine("u0", null, "go", { sessionId: "s1" }),
    { type: "attachment", ...place, attachment: { type: "date" }, rendered, renderedRole: "user" },
    { ...blob, hash: "h1", message: { role: "user", content } },
    { ...request, params },
    answerLine("u1", "a0", { id: "m1", content: [call] }),
    userLine("u2", "u1", [{ type: "tool_result", tool_use_id: "c1", content: "one" }]),
    { ...blob, hash: "h2", message: { role: "user", content: second } },
    { ...next, params },
  ];
  const only = ["log/requests-recorded"];
  const { violations, checks } = await checkInvariants(await decode(linesOf(lines)), { only });
  expect(checks.map(({ times }) => times)).toEqual([2]);
  return violations.map(({ offset }) => offset);
}

test("a recorded request is held against the prompt of its moment", async () => {
  expect(await violationsOf(REMINDER)).toEqual([]);
  expect(await violationsOf("another text")).toEqual([3, 7]);
});
