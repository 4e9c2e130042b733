import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { codexForm } from "../../../src/dialects/codex/codex-form.js";
import { openRollout } from "../../../src/dialects/shared/open-rollout.js";
import { memoryBytes } from "../shared/memory-bytes.js";
import { answer, line, meta, textOf, user } from "./lines.js";

const bare = { id: "x", timestamp: "2025-05-19T14:23:08.412Z", instructions: null };

describe("a rollout is recognised by its content", () => {
  test.each([
    ["a session's head", textOf([meta, user("x")]), "envelope", "line 1 is a session_meta line"],
    [
      "a session without its head",
      textOf([answer("x")]),
      "envelope",
      "line 1 is a response_item line",
    ],
    [
      "unknown lines first",
      textOf([line("new", {}), meta]),
      "envelope",
      "line 2 is a session_meta line",
    ],
    ["an ordinal", textOf([{ ordinal: 0, ...meta }]), "envelope", "line 1 is a session_meta line"],
    ["damage first", `{"timest\n${textOf([meta])}`, "envelope", "line 2 is a session_meta line"],
    ["the bare form", textOf([bare]), "bare", "line 1 is a bare metadata line"],
    ["a state line", textOf([{ record_type: "state" }]), "bare", "line 1 is a state line"],
    ["a bare item", textOf([user("x").payload]), "bare", "line 1 is a bare message item"],
    [
      "a mark before it",
      `\ufeff\r\n${textOf([meta])}`,
      "envelope",
      "line 2 is a session_meta line",
    ],
  ])("%s", async (_, content, form, reason) => {
    const { recognition } = await openRollout(memoryBytes(content), codexForm);
    const whole = `Codex rollout (${form} form): ${reason}`;
    expect(recognition).toEqual({ dialect: "codex", reason: whole });
  });

  test("a first line that is longer than what is looked at", async () => {
    const long = { ...meta, payload: { ...meta.payload, instructions: "x".repeat(6_000_000) } };
    const { recognition } = await openRollout(memoryBytes(textOf([long])), codexForm);
    expect(recognition.reason).toContain("line 1 begins as a session_meta line");
  });
});

describe("anything else is refused, and what it looks like is said", () => {
  test.each<[string, string | Buffer]>([
    ["a Claude Code transcript", textOf([{ type: "user", sessionId: "x", message: {} }])],
    ["a pi session", textOf([{ type: "session", id: "x", cwd: "/p" }])],
    ["a JSON array (a rollout has one object on each line)", JSON.stringify([{ a: 1 }])],
    ["a list of chat completions", textOf([{ messages: [{ role: "user" }] }])],
    ["JSON lines of another kind", textOf([{ a: 1 }, { a: 2 }])],
    ["an HTML page", "<!DOCTYPE html><html></html>"],
    ["plain text", "Dear diary,\n"],
    ["binary data", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")],
    ["text in UTF-16 (a rollout is UTF-8)", Buffer.from("\ufeffhello", "utf16le")],
    [
      "a rollout of Refold's own (open it as a thread)",
      textOf([{ offset: 0, id: "x", type: "thread.started", data: {}, sum: "x" }]),
    ],
    [
      "a rollout of Refold's own (its lines got carriage returns: take them out)",
      textOf([{ offset: 0, id: "x", type: "thread.started", data: {}, sum: "x" }]).replace(
        /\n/g,
        "\r\n",
      ),
    ],
    ["plain text", gzipSync("Dear diary,\n")],
  ])("%s", async (looksLike, content) => {
    await expect(openRollout(memoryBytes(content), codexForm)).rejects.toMatchObject({
      code: "not-a-rollout",
      details: { looksLike },
    });
  });

  test("a file without anything is empty", async () => {
    for (const content of ["", "\n \n", "\ufeff", gzipSync("")]) {
      await expect(openRollout(memoryBytes(content), codexForm)).rejects.toMatchObject({
        code: "empty-file",
      });
    }
  });
});
