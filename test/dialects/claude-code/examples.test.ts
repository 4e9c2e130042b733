import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { claudeCodeForm } from "../../../src/dialects/claude-code/claude-code-form.js";
import { DIALECTS, openForeign } from "../../../src/dialects/dialects.js";
import { decodeKept } from "../../../src/dialects/shared/decode-kept.js";
import { encodeKept } from "../../../src/dialects/shared/kept-file.js";
import { openRollout } from "../../../src/dialects/shared/open-rollout.js";
import { uuidToUlid } from "../../../src/events/ids.js";
import { rollbackOf } from "../../../src/events/known-event.js";
import type { JsonObject } from "../../../src/events/primitives.js";
import { factsOf } from "../../../src/reducers/reduce.js";
import { replayEvents } from "../../../src/reducers/replay-events.js";
import { resumeThread } from "../../../src/runtime/open-thread.js";
import { importFile } from "../../../src/sessions/import-file.js";
import { memoryStore } from "../../../src/store/memory.js";
import { collect, MemoryBlobs, memoryBytes } from "../shared/memory-bytes.js";
import { answerLine, decode, linesOf, textsOf, userLine } from "./transcript.js";

const fixture = readFileSync("fixtures/claude-code.jsonl");

describe("the fixture", () => {
  test("a rewound branch is gone, and every state before it is still there", async () => {
    const events = await decode(fixture);
    const rollback = events.find((event) => rollbackOf(event) !== null);
    const texts = textsOf(events, rollback?.offset ?? 0);
    expect(texts).toContain("Here is a photograph of the wheel. Count the teeth again.");
    expect(texts).not.toContain("File off one tooth of the pinion instead.");
    expect(textsOf(events, (rollback?.offset ?? 0) - 1)).toContain(
      "File off one tooth of the pinion instead.",
    );
  });

  test("calls that run side by side keep all of their outputs", async () => {
    const events = await decode(fixture);
    const { ledger } = replayEvents(events, { to: 11 });
    const kinds = ledger.entries.toArray().map(({ item, failed = false }) => [item.type, failed]);
    expect(kinds).toEqual([
      ["message", false],
      ["reasoning", false],
      ["message", false],
      ["function_call", false],
      ["function_call", false],
      ["function_call_output", false],
      ["function_call_output", true],
      ["message", false],
    ]);
  });

  test("a microcompaction clears the outputs that it names, and no others", async () => {
    const events = await decode(fixture);
    const cleared = events.find(({ type }) => type === "outputs.cleared");
    const { ledger } = replayEvents(events, { to: cleared?.offset ?? 0 });
    const outputs = ledger.entries
      .toArray()
      .flatMap(({ item }) => (item.type === "function_call_output" ? [item.output] : []));
    expect(outputs.map((output) => typeof output)).toEqual(["string", "string", "object"]);
    expect(outputs.slice(0, 2)).toEqual(Array(2).fill("[Old tool result content cleared]"));
  });

  test("a compaction leaves its summary, which begins no turn", async () => {
    const state = replayEvents(await decode(fixture));
    const [summary, ...rest] = state.ledger.entries.toArray();
    expect(summary).toMatchObject({ origin: "runtime", summary: true });
    expect(rest.map(({ origin }) => origin)).toEqual([
      ...["runtime", "runtime", "runtime", "user", "model"],
    ]);
    expect(state.checkpoint).toMatchObject({ windowNumber: 1, trigger: "foreign" });
    expect(state.turns.userTurns).toBe(5);
  });

  test("the thread is the session's, though the first object does not name it", async () => {
    const [first] = await decode(fixture);
    expect(first?.data).toMatchObject({
      threadId: uuidToUlid("5b1f0c52-7a3e-4d0b-9c61-2f8e4a7d9b10"),
      cwd: "/home/mira/clockwork",
      source: { dialect: "claude-code", version: "2.1.20", gitBranch: "main" },
    });
    expect(first?.at).toBe("2026-01-15T09:00:00.000Z");
  });

  test("images are blobs, and the file itself gives their bytes", async () => {
    const { rollout } = await openForeign(memoryBytes(fixture));
    const hashes = JSON.stringify(await collect(rollout.source.read())).matchAll(
      /"image_url":"blob:(sha256-[0-9a-f]{64})"/g,
    );
    const pictures = await Promise.all([...hashes].map(([, hash = ""]) => rollout.blobs.get(hash)));
    expect(pictures.map((bytes) => Buffer.from(bytes).toString("latin1", 1, 4))).toEqual([
      ...["PNG", "PNG"],
    ]);
  });

  test("imported into a store and exported again it is byte for byte the same", async () => {
    const store = memoryStore();
    const { threadId, damage } = await importFile(memoryBytes(fixture), store);
    expect(damage).toEqual([]);
    const dialect = DIALECTS.get("claude-code");
    const parts = await collect(dialect?.encode(store.read(threadId), store.blobs) ?? noParts());
    expect(Buffer.concat(parts).equals(fixture)).toBe(true);
    expect((await importFile(memoryBytes(fixture), store)).outcome).toBe("unchanged");
    await store.close();
  });
});

test("an import goes on where a transcript has grown", async () => {
  const store = memoryStore();
  const cut = fixture.subarray(0, fixture.indexOf("\n", 9000) + 1);
  await importFile(memoryBytes(cut), store);
  const { threadId, outcome, head } = await importFile(memoryBytes(fixture), store);
  expect(outcome).toBe("grown");
  expect(head).toBe((await decode(fixture)).length);
  const stored = await collect(store.read(threadId));
  expect(stored.map(({ id }) => id)).toEqual((await decode(fixture)).map(({ id }) => id));
  await store.close();
});

test.each(["claude-code", "clean"])(
  "a thread of %s.jsonl that was rolled back has nothing new while its file is unchanged",
  async (name) => {
    const store = memoryStore();
    const bytes = readFileSync(`fixtures/${name}.jsonl`);
    const { threadId, head } = await importFile(memoryBytes(bytes), store);
    const thread = await resumeThread(threadId, { store });
    await thread.rollback({ turns: 1 });
    await thread.close();
    const again = await importFile(memoryBytes(bytes), store);
    expect(again).toMatchObject({ outcome: "unchanged", added: 0, head: head + 1, ownEvents: 1 });
    const grown = Buffer.concat([bytes, bytes.subarray(bytes.lastIndexOf("\n", -2) + 1)]);
    await expect(importFile(memoryBytes(grown), store)).rejects.toMatchObject({
      code: "thread-went-on",
      details: { threadId, offset: head, byte: bytes.length },
    });
    await store.close();
  },
);

describe("a file that changes its dialect is refused with the line where it does", () => {
  const codexLine = '{"timestamp":"2026-01-01T00:00:00.000Z","type":"event_msg","payload":{}}\n';
  const claudeLine =
    '{"type":"user","uuid":"u1","parentUuid":null,"message":{"role":"user","content":"a"}}\n';
  const piLine = '{"type":"session","version":3,"id":"p","cwd":"/"}\n';

  test.each([
    [claudeLine + claudeLine + codexLine, 3, ["claude-code", "codex"]],
    [codexLine + claudeLine, 2, ["codex", "claude-code"]],
    [claudeLine + piLine, 2, ["claude-code", "pi"]],
  ])("%#", async (text, line, dialects) => {
    const { rollout } = await openForeign(memoryBytes(text));
    const refusal = await collect(rollout.source.read()).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "mixed-dialects", details: { line, dialects } });
  });
});

test("a text that comes again, longer, takes the place of the shorter one", async () => {
  const events = await decode(
    linesOf([
      { type: "user", uuid: "u0", parentUuid: null, message: { role: "user", content: "go" } },
      answerLine("u1", "u0", {
        id: "msg_1",
        content: [{ type: "text", text: "The be" }],
        usage: usage(1),
      }),
      answerLine("u2", "u1", {
        id: "msg_1",
        content: [{ type: "text", text: "The beats are right." }],
        usage: usage(9),
      }),
    ]),
  );
  expect(textsOf(events)).toEqual(["go", "The beats are right."]);
  expect(replayEvents(events).usage).toMatchObject({
    last: { output: 9 },
    total: { output: 9 },
  });
});

describe("an answer whose lines another line parts", () => {
  const line = (uuid: string, parentUuid: string, id: string, output: number): JsonObject => {
    const content = [{ type: "text", text: `Block ${uuid}.` }];
    const answer = answerLine(uuid, parentUuid, { id, content, usage: usage(output) });
    return { ...answer, requestId: `req-${id}` };
  };
  const first = [userLine("u0", null, "go"), line("a1", "u0", "m1", 1)];
  const totals = async (lines: readonly JsonObject[]) =>
    replayEvents(await decode(linesOf(lines))).usage.total;

  test.each<readonly [name: string, between: JsonObject]>([
    ["a command's output", { type: "system", subtype: "local_command", content: "$1" }],
    ["a note of Claude Code's", { ...userLine("", null, "note"), isMeta: true }],
  ])("by %s, is one request", async (_, between) => {
    const lines = [...first, { ...between, uuid: "x", parentUuid: "a1" }];
    const events = await decode(linesOf([...lines, line("a2", "x", "m1", 9)]));
    expect(textsOf(events)).toHaveLength(4);
    expect(replayEvents(events).usage).toMatchObject({ total: { input: 2, output: 9 } });
    const same = await totals([...lines, line("a2", "x", "m1", 1), line("a3", "a2", "m2", 1)]);
    expect(same).toMatchObject({ input: 4, output: 2 });
  });

  test("counts where it stands again on another branch, whose state knows nothing of the first", async () => {
    const again = [userLine("v0", null, "go"), line("b1", "v0", "m1", 1)];
    const begin = { type: "file-history-snapshot", messageId: "m" };
    expect(await totals([begin, ...first, ...again])).toMatchObject({ input: 2, output: 1 });
  });

  test("is two requests where the ids of requests differ, or none are named", async () => {
    const other = { ...line("a2", "x", "m1", 9), requestId: "another" };
    const lines = [...first, userLine("x", "a1", "more"), other];
    expect(await totals(lines)).toMatchObject({ input: 4, output: 10 });
    const unnamed = lines.map((one) => ({ ...one, requestId: undefined }));
    expect(await totals(unnamed)).toMatchObject({ input: 4, output: 10 });
  });
});

test.each([
  ["is not in the file", "x"],
  ["stands later in the file", "u2"],
])("a message whose parent %s goes on from what is there, and says so", async (_, parentUuid) => {
  const events = await decode(
    linesOf([
      { type: "file-history-snapshot", messageId: "m" },
      { type: "user", uuid: "u0", parentUuid: null, message: { role: "user", content: "before" } },
      { type: "user", uuid: "u1", parentUuid, message: { role: "user", content: "behind" } },
      { type: "user", uuid: "u2", parentUuid: "u1", message: { role: "user", content: "last" } },
    ]),
  );
  expect(textsOf(events)).toEqual(["before", "behind", "last"]);
  expect(events.flatMap(factsOf).some(({ type }) => type === "history.rolled-back")).toBe(false);
  const notices = events.flatMap(factsOf).filter(({ type }) => type === "notice.logged");
  const message = "the message that it follows does not stand before it in the file";
  expect(notices).toMatchObject([{ data: { level: "warning", kind: "parent-missing", message } }]);
});

test("tool outputs are bounded only if a limit is asked for", async () => {
  const content = [{ type: "tool_result", tool_use_id: "c", content: "x".repeat(50_000) }];
  const message = { role: "user", content };
  const bytes = memoryBytes(linesOf([{ type: "user", uuid: "u", parentUuid: null, message }]));
  const counted = async (limit?: number): Promise<number | undefined> => {
    const options =
      limit === undefined ? {} : { toolOutputLimit: { mode: "bytes", limit } as const };
    const { source } = await openRollout(bytes, claudeCodeForm, options);
    const state = replayEvents(await collect(source.read()));
    return state.ledger.entries.at(0)?.bounded?.policy.limit;
  };
  expect([await counted(), await counted(100)]).toEqual([undefined, 100]);
});

test("a sub-agent's own file is its thread, and what asks there is an agent", async () => {
  const common = { isSidechain: true, agentId: "a1", sessionId: "s1" };
  const message = { role: "user", content: "look" };
  const events = await decode(
    linesOf([{ ...common, type: "user", uuid: "u", parentUuid: null, message }]),
  );
  const { ledger, thread } = replayEvents(events);
  expect(ledger.entries.at(0)?.origin).toBe("agent");
  expect(thread?.source).toMatchObject({ foreignId: "s1/a1", parent: { threadId: "s1" } });
});

function usage(output_tokens: number): JsonObject {
  return { input_tokens: 2, output_tokens };
}

async function* noParts(): AsyncGenerator<Uint8Array> {}

test("a tool that was found is told by its name, and its line is written again as it was", async () => {
  const found = [
    { type: "tool_reference", tool_name: "mcp__tides__now" },
    { type: "tool_reference", tool_name: "mcp__tides__next" },
  ];
  const content = [{ type: "tool_result", tool_use_id: "c", content: found }];
  const message = { role: "user", content };
  const text = linesOf([{ type: "user", uuid: "u", parentUuid: null, message }]);
  const blobs = new MemoryBlobs();
  const events = await collect(decodeKept(memoryBytes(text), claudeCodeForm, { blobs }));
  expect(replayEvents(events).ledger.entries.at(0)?.item).toMatchObject({
    output: [
      { type: "input_text", text: "mcp__tides__now" },
      { type: "input_text", text: "mcp__tides__next" },
    ],
  });
  expect(events.flatMap(factsOf).some(({ type }) => type === "notice.logged")).toBe(false);
  const written = Buffer.concat(await collect(encodeKept(events, claudeCodeForm, blobs)));
  expect(written.equals(Buffer.from(text))).toBe(true);
});
