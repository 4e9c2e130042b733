import { describe, expect, test } from "vitest";
import { isRefoldError } from "../../../src/errors.js";
import { openForeign } from "../../../src/dialects/dialects.js";
import { memoryBytes } from "./memory-bytes.js";

const at = "2026-09-01T10:00:00.000Z";
const tree = {
  uuid: "u1",
  parentUuid: null,
  sessionId: "s1",
  timestamp: at,
  cwd: "/p",
  version: "1",
};
const said = { role: "user", content: [{ type: "text", text: "hi" }] };

/** The first lines of each, by the names of members that its files have. */
const SESSIONS: readonly (readonly [program: string, lines: readonly object[]])[] = [
  [
    "GitHub Copilot CLI",
    [
      { type: "session.start", data: { sessionId: "s1" }, id: "1", timestamp: at, parentId: null },
      { type: "user.message", data: { content: "hi" }, id: "2", timestamp: at, parentId: "1" },
    ],
  ],
  ["Qwen Code", [{ ...tree, type: "user", message: { role: "user", parts: [{ text: "hi" }] } }]],
  ["Qwen Code", [{ ...tree, type: "system", subtype: "slash_command", systemPayload: {} }]],
  [
    "Factory Droid",
    [
      { type: "session_start", id: "f1", title: "t", owner: "o", version: 2, cwd: "/p" },
      { type: "message", id: "m1", timestamp: at, parentId: "f1", message: said },
    ],
  ],
  [
    "Grok Build",
    [
      { type: "assistant", content: "", tool_calls: [{ id: "c", name: "ls", arguments: "{}" }] },
      { type: "reasoning", summary: [{ type: "summary_text", text: "hm" }] },
    ],
  ],
  ["Grok Build", [{ timestamp: at, method: "session/update", params: { update: {} } }]],
  ["Gemini CLI", [{ sessionId: "s1", projectHash: "h", startTime: at }, { type: "gemini" }]],
  [
    "a program that is not known",
    [
      { type: "user", content: "hi" },
      { type: "reasoning", summary: [] },
    ],
  ],
];

describe("a session of a program that is not read is refused by name", () => {
  test.each(SESSIONS)("%s", async (program, lines) => {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    const refused = await openForeign(memoryBytes(text)).catch((error: unknown) => error);
    const looksLike = isRefoldError(refused, "not-a-rollout") ? refused.details.looksLike : "";
    expect(looksLike).toContain(`a session of ${program} (`);
  });
});

test("messages in a tree, or with a message inside, are of no known program by themselves", async () => {
  const lines = [
    { type: "message", id: "m1", timestamp: at, parentId: "m0", message: said },
    { type: "note", sessionId: "s1" },
    { type: "new", timestamp: at, payload: {} },
  ];
  for (const line of lines) {
    await expect(openForeign(memoryBytes(`${JSON.stringify(line)}\n`))).rejects.toMatchObject({
      code: "not-a-rollout",
    });
  }
});
