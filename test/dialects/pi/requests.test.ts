import { describe, expect, test } from "vitest";
import { piForm } from "../../../src/dialects/pi/pi-form.js";
import { decodeSession } from "../../../src/dialects/shared/decode-session.js";
import type { Fact, RefoldEvent } from "../../../src/events/event.js";
import { contentText } from "../../../src/events/item-class.js";
import type { Item } from "../../../src/events/item.js";
import type { JsonObject } from "../../../src/events/primitives.js";
import { projectPrompt } from "../../../src/projections/prompt/project-prompt.js";
import { anthropic } from "../../../src/projections/providers/anthropic/anthropic.js";
import { openaiChat } from "../../../src/projections/providers/openai-chat/openai-chat.js";
import { openaiResponses } from "../../../src/projections/providers/openai-responses/openai-responses.js";
import { coarseEstimator } from "../../../src/projections/tokens/token-estimator.js";
import { projectCalibrationPairs } from "../../../src/projections/views/reported-requests.js";
import { replayEvents } from "../../../src/reducers/replay-events.js";
import type { ThreadState } from "../../../src/reducers/thread-state.js";
import { listSource } from "../../../src/testing/definition.js";
import { collect, memoryBytes } from "../shared/memory-bytes.js";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
  "base64",
);
const MODEL = "model-a";
const text = (words: string): JsonObject => ({ type: "text", text: words });
const call = (id: string): JsonObject => ({ type: "toolCall", id, name: "bash", arguments: {} });
const user = (words: string): JsonObject => ({ role: "user", content: [text(words)] });

function answer(content: readonly JsonObject[], members: JsonObject = {}): JsonObject {
  const maker = { api: "openai-completions", provider: "judge", model: MODEL };
  return { role: "assistant", content, ...maker, stopReason: "stop", ...members };
}

function result(id: string, content: readonly JsonObject[], isError = false): JsonObject {
  return { role: "toolResult", toolCallId: id, toolName: "bash", content, isError };
}

/** The state of a session with these messages. */
async function stateOf(...messages: readonly JsonObject[]): Promise<ThreadState> {
  const header = { type: "session", version: 3, id: "s", timestamp: "2026-01-01", cwd: "/" };
  const entries = messages.map((message, index) => {
    const parentId = index === 0 ? null : `e${index - 1}`;
    return { type: "message", id: `e${index}`, parentId, message };
  });
  const content = [header, ...entries].map((line) => `${JSON.stringify(line)}\n`).join("");
  return replayEvents(await collect(decodeSession(memoryBytes(content), piForm)));
}

async function chatOf(...messages: readonly JsonObject[]): Promise<readonly unknown[]> {
  const made = projectPrompt(await stateOf(...messages), { model: MODEL });
  const blobs = new Map(openaiChat.blobsNeeded(made).map((hash) => [hash, PIXEL]));
  return openaiChat.toRequest(made, { blobs }).body.messages;
}

const assistant = (content: string): JsonObject => ({ role: "assistant", content });

describe("a request of pi", () => {
  test.each(["error", "aborted"])("leaves out an answer that ended with %s", async (stopReason) => {
    const broken = answer([text("half")], { stopReason });
    expect(await chatOf(user("go"), broken, answer([text("whole")]))).toEqual([
      { role: "user", content: "go" },
      assistant("whole"),
    ]);
  });

  test("leaves out an answer of blanks, and joins the texts of one", async () => {
    const blank = answer([text(" \n")]);
    const two = answer([text("a"), text("b")]);
    expect(await chatOf(user("go"), blank, user("on"), two)).toEqual([
      ...["go", "on"].map((content) => ({ role: "user", content })),
      assistant("ab"),
    ]);
  });

  test("gives thoughts back in the member that they came in", async () => {
    const thinking = { type: "thinking", thinking: "hm", thinkingSignature: "reasoning_content" };
    const [, said] = await chatOf(user("go"), answer([thinking, text("done")]));
    expect(said).toEqual({ ...assistant("done"), reasoning_content: "hm" });
  });

  test("leaves out the thoughts of another model", async () => {
    const thinking = { type: "thinking", thinking: "hm", thinkingSignature: "reasoning_content" };
    const other = answer([thinking, text("done")], { model: "model-b" });
    const [, said] = await chatOf(user("go"), other);
    expect(said).toEqual(assistant("done"));
  });

  test("says of a failed call what its output says", async () => {
    const messages = [user("go"), answer([call("c")]), result("c", [text("no such file")], true)];
    const [, , output] = await chatOf(...messages);
    expect(output).toEqual({ role: "tool", tool_call_id: "c", content: "no such file" });
  });

  test("has calls that were cut off in one message, with an output for each", async () => {
    const [, said, ...outputs] = await chatOf(user("go"), answer([call("c"), call("d")]));
    expect(said).toMatchObject({ tool_calls: [{ id: "c" }, { id: "d" }] });
    expect(outputs).toEqual(
      ["c", "d"].map((id) => {
        return { role: "tool", tool_call_id: id, content: "No result provided" };
      }),
    );
    const made = projectPrompt(await stateOf(user("go"), answer([call("c"), call("d")])));
    const { input } = openaiResponses.toRequest(made, { model: MODEL }).body;
    expect(input.map(({ type }) => type)).toEqual([
      ...["message", "function_call", "function_call"],
      ...["function_call_output", "function_call_output"],
    ]);
  });

  test("has the images of all outputs in one message", async () => {
    const image = { type: "image", mimeType: "image/png", data: PIXEL.toString("base64") };
    const outputs = ["c", "d"].map((id) => result(id, [image]));
    const sent = await chatOf(user("go"), answer([call("c"), call("d")]), ...outputs);
    expect(sent.slice(2)).toMatchObject([
      { role: "tool", content: "(see attached image)" },
      { role: "tool", content: "(see attached image)" },
      { role: "user", content: [text("Attached image(s) from tool result:"), {}, {}] },
    ]);
  });

  test("has the recorded system prompt, as its later messages change it", async () => {
    const state = await stateOf(
      { role: "system", content: "", sections: { preamble: "You code.", cwd: "/a", docs: "d" } },
      user("go"),
      { role: "system", content: "", sections: { cwd: "/b", docs: null } },
    );
    const instructions = "You code.\n\n/b";
    expect(state.thread?.instructions?.text).toBe(instructions);
    const { body } = openaiResponses.toRequest(projectPrompt(state), { model: MODEL });
    expect(body.instructions).toBe(undefined);
    expect(body.input[0]).toMatchObject({ role: "developer", content: [{ text: instructions }] });
  });

  test("keeps messages of the user's apart", async () => {
    const made = projectPrompt(await stateOf(user("a"), user("b")), { model: MODEL });
    expect(anthropic.toRequest(made).body.messages).toEqual([
      { role: "user", content: [text("a")] },
      { role: "user", content: [text("b")] },
    ]);
  });
});

describe("entries that change or report earlier ones", () => {
  const message = (id: string, parentId: string | null, said: JsonObject): JsonObject => ({
    ...{ type: "message", id, parentId, message: said },
  });
  const edit = (id: string, parentId: string, targetId: string, replacement: unknown = null) => ({
    ...{ type: "context_edit", id, parentId, targetId, replacement },
  });
  const said = [
    { type: "session", version: 3, id: "s", timestamp: "2026-01-01", cwd: "/" },
    message("e1", null, user("one")),
    message("e2", "e1", answer([text("two")])),
    message("e3", "e2", user("three")),
  ];
  const read = async (...entries: readonly JsonObject[]) => {
    const content = [...said, ...entries].map((line) => `${JSON.stringify(line)}\n`).join("");
    const events = await collect(decodeSession(memoryBytes(content), piForm));
    const state = replayEvents(events);
    const notices = events
      .flatMap((event) => [event, ...(event.derived ?? [])])
      .flatMap(({ type, data }) => (type === "notice.logged" ? [data.kind] : []));
    return {
      texts: state.ledger.entries.toArray().map(({ item }) => textIn(item)),
      notices,
      state,
    };
  };

  test("an entry that pi takes out of the context is out of it, after a compaction too", async () => {
    const omitted = edit("x1", "e3", "e2");
    expect(await read(omitted)).toMatchObject({ texts: ["one", "three"], notices: [] });
    const compaction = {
      type: "compaction",
      id: "k",
      parentId: "x1",
      firstKeptEntryId: "e2",
      summary: "s",
    };
    const { texts } = await read(omitted, compaction);
    expect(texts.slice(1)).toEqual(["three"]);
    expect((await read(omitted, message("e4", "e3", user("four")))).texts).toEqual([
      ...["one", "two", "three", "four"], // another branch
    ]);
  });

  test("other content for an entry is reported", async () => {
    const edits = [edit("x1", "e3", "e2", { content: "other" }), edit("x1", "e3", "none")];
    for (const one of edits) expect((await read(one)).notices).toEqual(["context-edit-unread"]);
  });

  test("what was spent beside the conversation counts", async () => {
    const usage = { input: 3, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 4 };
    const warmed = { type: "usage", id: "u", parentId: "e3", kind: "cache_warm", usage };
    const summary = { type: "branch_summary", id: "b", parentId: "u", summary: "s", usage };
    const compaction = { type: "compaction", id: "k", parentId: "b", summary: "s", usage };
    const output = message("o", "k", { ...result("c", [text("done")]), usage });
    const spent = [warmed, summary, compaction, output];
    expect((await read(...spent)).state.usage.total.total).toBe(16);
  });

  test("what was spent beside the conversation says nothing of how full the window is", async () => {
    const usage = { input: 90_000, output: 1, cacheRead: 0, cacheWrite: 0 };
    const answered = message("a", "e3", answer([call("c")], { usage: { ...usage, input: 9 } }));
    const warmed = { type: "usage", id: "u", parentId: "a", model: "small", usage };
    const output = message("o", "u", { ...result("c", [text("done")]), usage });
    const summary = { type: "branch_summary", id: "b", parentId: "o", summary: "s", usage };
    const { state } = await read(answered, warmed, output, summary);
    expect([state.usage.last?.total, state.usage.total.total]).toEqual([10, 270_013]);
    const compaction = { type: "compaction", id: "k", parentId: "b", summary: "s", usage };
    const compacted = await read(answered, warmed, output, summary, compaction);
    expect(compacted.state.usage.last?.total).toBe(10);
  });

  test("what a tool spent is no request of the conversation", async () => {
    const usage = { input: 9_000, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 9_001 };
    const eventsWith = (spent: JsonObject) => {
      const state: JsonObject[] = [];
      for (let turn = 0; turn < 4; turn += 1) {
        const [before, id] = [turn === 0 ? "e3" : `o${turn - 1}`, `c${turn}`];
        const used = { input: 100 + 50 * turn, output: 1, cacheRead: 0, cacheWrite: 0 };
        state.push(
          message(`a${turn}`, before, answer([call(id)], { usage: used })),
          message(`o${turn}`, `a${turn}`, { ...result(id, [text("done")]), ...spent }),
        );
      }
      const content = [...said, ...state].map((line) => `${JSON.stringify(line)}\n`).join("");
      return collect(decodeSession(memoryBytes(content), piForm));
    };
    const pairsOf = (events: readonly RefoldEvent[]) =>
      projectCalibrationPairs(listSource(events), coarseEstimator);
    const pairs = await pairsOf(await eventsWith({}));
    expect(pairs.length).toBe(3);
    const events = await eventsWith({ usage });
    expect(await pairsOf(events)).toEqual(pairs);
    expect(await pairsOf(events.map(asOlderVersionsImported))).toEqual(pairs);
  });
});

function textIn(item: Item): string {
  return item.type === "message" ? (contentText(item.content) ?? "") : item.type;
}

/** They did not say of a request that it stood beside the conversation. */
function asOlderVersionsImported({ derived, ...event }: RefoldEvent): RefoldEvent {
  if (derived === undefined) return event;
  const plain = derived.map((fact): Fact => {
    return fact.type === "usage.reported" ? { ...fact, data: { ...fact.data, aside: null } } : fact;
  });
  return { ...event, derived: plain };
}
