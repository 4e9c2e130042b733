import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { claudeCodeForm } from "../../../src/dialects/claude-code/claude-code-form.js";
import { decodeKept } from "../../../src/dialects/shared/decode-kept.js";
import { encodeKept } from "../../../src/dialects/shared/kept-file.js";
import type { JsonObject } from "../../../src/events/primitives.js";
import { projectPrompt } from "../../../src/projections/prompt/project-prompt.js";
import { anthropic } from "../../../src/projections/providers/anthropic/anthropic.js";
import { replayEvents } from "../../../src/reducers/replay-events.js";
import { collect, MemoryBlobs, memoryBytes } from "../shared/memory-bytes.js";
import { attachedTranscript } from "./attachment-arbitrary.js";
import { answerLine, decode, linesOf, userLine } from "./transcript.js";

const prompt = userLine("u0", null, [{ type: "text", text: "go" }], { sessionId: "s1" });
const reminder = (text: string): string => `<system-reminder>\n${text}\n</system-reminder>`;

function attached(
  uuid: string,
  parentUuid: string,
  attachment: JsonObject,
  members: JsonObject = {},
): JsonObject {
  return { type: "attachment", uuid, parentUuid, attachment, ...members };
}

function rendered(uuid: string, parentUuid: string, text: string, role = "system"): JsonObject {
  const members = { rendered: [{ content: reminder(text) }], renderedRole: role };
  return attached(uuid, parentUuid, { type: "date" }, members);
}

const call = answerLine("u1", "u0", {
  id: "m1",
  content: [{ type: "tool_use", id: "c1", name: "Read", input: {} }],
});
const result = (content: unknown): JsonObject =>
  userLine("u2", "u1", [{ type: "tool_result", tool_use_id: "c1", content }]);

/** The messages that Claude Code would send next. */
async function messagesOf(
  lines: readonly JsonObject[],
  model = "claude-opus-4-5",
): Promise<readonly unknown[]> {
  const state = replayEvents(await decode(linesOf(lines)));
  const made = projectPrompt(state, { provider: "anthropic", model });
  return anthropic.toRequest(made).body.messages;
}

const text = (words: string): JsonObject => ({ type: "text", text: words });

describe("a request of Claude Code", () => {
  test("has attachments before the words that they came with; merged texts end with a line feed", async () => {
    const lines = [
      prompt,
      rendered("a0", "u0", "today"),
      rendered("a1", "a0", "yours", "user"),
      userLine("u1", "a1", "and more"),
    ];
    const content = [
      ...[text(reminder("today")), text(`${reminder("yours")}\n`)],
      ...[text("go\n"), text("and more")],
    ];
    expect(await messagesOf(lines)).toEqual([{ role: "user", content }]);
  });

  test.each<readonly [string, unknown, unknown]>([
    ["a text", "one\t", [text(`one\n\n${reminder("a")}\n\n${reminder("b")}`)]],
    ["nothing", "", [text(`${reminder("a")}\n\n${reminder("b")}`)]],
    ["a list", [text("one")], [text("one\n"), text(reminder("a")), text(reminder("b"))]],
  ])("has reminders at the end of an output that is %s", async (_, output, content) => {
    const lines = [
      ...[prompt, call, result(output)],
      ...[rendered("a0", "u2", "a"), rendered("a1", "a0", "b")],
    ];
    const [, , last] = await messagesOf(lines);
    const block = { type: "tool_result", tool_use_id: "c1", content };
    expect(last).toEqual({ role: "user", content: [block] });
  });

  test("has reminders in the output, and words that were merged with it after it", async () => {
    const interrupted = userLine("u3", "u2", [text("[Request interrupted by user]")]);
    const lines = [prompt, call, result("one"), interrupted, userLine("u4", "u3", "next")];
    const [, , last] = await messagesOf([...lines, rendered("a0", "u4", "today")]);
    expect(last).toMatchObject({
      content: [
        { content: [text(`one\n\n${reminder("today")}`)] },
        text("[Request interrupted by user]\n"),
        text("next"),
      ],
    });
  });

  test("has a model's thoughts where the request is for that model", async () => {
    const content = [{ type: "thinking", thinking: "hm", signature: "s" }, text("done")];
    const lines = [prompt, answerLine("u1", "u0", { id: "m1", content })];
    const next = userLine("u2", "u1", "next");
    expect((await messagesOf([...lines, next]))[1]).toMatchObject({ content });
    const [, said] = await messagesOf([...lines, next], "claude-sonnet-4-5");
    expect(said).toEqual({ role: "assistant", content: [text("done")] });
  });

  test("has one system message after the words, for models that take it there", async () => {
    const lines = [prompt, rendered("a0", "u0", "today"), rendered("a1", "a0", "here")];
    expect(await messagesOf(lines, "made-up-1")).toEqual([
      { role: "user", content: [text("go")] },
      { role: "system", content: [text("today\n\nhere")] },
    ]);
  });
});

describe("words typed while the model works", () => {
  const image = { type: "image", source: { type: "url", url: "https://example.com/cat.png" } };

  test("are the user's, with their images, and are sent as they were rendered", async () => {
    const typed = attached(
      ...(["a0", "u2"] as const),
      { type: "queued_command", prompt: "mind the cat", commandMode: "prompt" },
      { rendered: [{ content: reminder("typed: mind the cat. Go on.") }], renderedRole: "system" },
    );
    const lines = [prompt, call, result("one"), typed];
    const { ledger, turns } = replayEvents(await decode(linesOf(lines)));
    expect(ledger.entries.at(-1)).toMatchObject({
      origin: "user",
      item: { content: [{ type: "input_text", text: "mind the cat" }] },
    });
    expect(turns.userTurns).toBe(2);
    const [, , last] = await messagesOf(lines);
    const folded = `one\n\n${reminder("typed: mind the cat. Go on.")}`;
    expect(last).toMatchObject({ content: [{ content: [text(folded)] }] });
  });

  test("with an image stand after the output", async () => {
    const typed = { type: "queued_command", prompt: [image, text("this cat")] };
    const lines = [prompt, call, result("one"), attached("a0", "u2", typed)];
    const [, , last] = await messagesOf([...lines, rendered("a1", "a0", "today")]);
    const words = /^<system-reminder>\nThe user sent a new message[^]*:\nthis cat\n\nThis is how/;
    expect(last).toMatchObject({
      content: [
        { type: "tool_result", content: [text("one")] },
        { type: "text", text: expect.stringMatching(words) as unknown },
        { type: "image" },
        text(reminder("today")),
      ],
    });
  });

  test.each([
    { type: "queued_command", prompt: "<task-notification>…", commandMode: "task-notification" },
    { type: "queued_command", prompt: "go on", origin: { kind: "peer" } },
  ])("and what is no user's: $prompt", async (attachment) => {
    const { turns } = replayEvents(
      await decode(linesOf([prompt, attached("a0", "u0", attachment)])),
    );
    expect(turns.userTurns).toBe(1);
  });
});

describe("an attachment without a recorded text", () => {
  const file = { filePath: "/a/b.txt", content: "one\ntwo", startLine: 3 };
  test.each<readonly [JsonObject, readonly string[]]>([
    [
      { type: "file", content: { type: "text", file } },
      [
        'Called the Read tool with the following input: {"file_path":"/a/b.txt"}',
        "Result of calling the Read tool:\n3\tone\n4\ttwo",
      ],
    ],
    [
      { type: "nested_memory", path: "/a/CLAUDE.md", content: { content: "Whisper.\n" } },
      ["Contents of /a/CLAUDE.md:\n\nWhisper.\n"],
    ],
    [
      {
        ...{ type: "hook_blocking_error", hookName: "Stop" },
        blockingError: { command: "x", blockingError: "no" },
      },
      ['Stop hook blocking error from command: "x": no'],
    ],
    [
      { type: "hook_additional_context", hookName: "Stop", content: ["a", "b"] },
      ["Stop hook additional context: a\nb"],
    ],
    [{ type: "hook_success", hookName: "Stop", hookEvent: "Stop", content: "fine" }, []],
  ])("has Claude Code's words: $type", async (attachment, words) => {
    const { ledger } = replayEvents(
      await decode(linesOf([prompt, attached("a0", "u0", attachment)])),
    );
    const parts = ledger.entries.toArray().flatMap(({ item, origin }) => {
      return item.type === "message" && origin === "runtime" ? item.content : [];
    });
    expect(parts).toEqual(words.map((one) => ({ type: "input_text", text: reminder(one) })));
  });

  test("of another kind is reported", async () => {
    const events = await decode(linesOf([prompt, attached("a0", "u0", { type: "never_seen" })]));
    expect(events[1]).toMatchObject({
      type: "notice.logged",
      data: { level: "warning", kind: "attachment-unread" },
    });
  });
});

test("attachments between the outputs of one answer leave both outputs on the branch", async () => {
  const calls = ["c1", "c2"].map((id, index) =>
    answerLine(`k${index}`, index === 0 ? "u0" : "k0", {
      ...{ id: "m1", content: [{ type: "tool_use", id, name: "Read", input: {} }] },
    }),
  );
  const output = (id: string, parent: string): JsonObject =>
    userLine(`r${id}`, parent, [{ type: "tool_result", tool_use_id: id, content: id }]);
  const lines = [
    ...[prompt, ...calls, output("c1", "k0"), rendered("a0", "rc1", "hook")],
    ...[output("c2", "k1"), rendered("a1", "rc2", "today")],
  ];
  const [, , last] = await messagesOf(lines);
  const folded = `c2\n\n${reminder("hook")}\n\n${reminder("today")}`;
  expect(last).toMatchObject({ content: [{ content: [text("c1")] }, { content: [text(folded)] }] });
});

test("lines of attachments come back byte for byte", async () => {
  const image = {
    type: "image",
    source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" },
  };
  const content = linesOf([
    prompt,
    rendered("a0", "u0", "today"),
    attached("a1", "a0", { type: "queued_command", prompt: [image, text("this cat")] }),
    attached("a2", "a1", { type: "nested_memory", path: "p", content: { content: "x" } }),
    attached("a3", "a2", { type: "never_seen" }),
  ]);
  expect(await rewritten(content)).toBe(content);
});

/** A transcript, written again from its events. */
async function rewritten(content: string): Promise<string> {
  const blobs = new MemoryBlobs();
  const kept = await collect(decodeKept(memoryBytes(content), claudeCodeForm, { blobs }));
  return Buffer.concat(await collect(encodeKept(kept, claudeCodeForm, blobs))).toString("utf8");
}

describe("attachments of every kind", () => {
  test("are in the request once, in their place and order, if the model saw them", async () => {
    const property = fc.asyncProperty(attachedTranscript(), async ({ lines, marks }) => {
      const sent = JSON.stringify(await messagesOf(lines));
      expect(sent.match(/\[\d+\]/g)).toEqual(marks);
    });
    await fc.assert(property, { numRuns: 200 });
  });

  test("are reported where nobody knows what the model saw", async () => {
    const property = fc.asyncProperty(attachedTranscript(), async ({ lines, unknown }) => {
      const facts = (await decode(linesOf(lines))).flatMap((event) => [
        event,
        ...(event.derived ?? []),
      ]);
      const reported = facts.filter(
        ({ type, data }) => type === "notice.logged" && data.kind === "attachment-unread",
      );
      expect(reported).toHaveLength(unknown);
    });
    await fc.assert(property, { numRuns: 100 });
  });

  test("come back byte for byte", async () => {
    const property = fc.asyncProperty(attachedTranscript(), async ({ lines }) => {
      expect(await rewritten(linesOf(lines))).toBe(linesOf(lines));
    });
    await fc.assert(property, { numRuns: 100 });
  });
});
