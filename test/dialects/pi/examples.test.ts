import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DIALECTS, openForeign } from "../../../src/dialects/dialects.js";
import { PiDecoder } from "../../../src/dialects/pi/pi-decoder.js";
import { piForm } from "../../../src/dialects/pi/pi-form.js";
import { decodeSession } from "../../../src/dialects/shared/decode-session.js";
import { openRollout } from "../../../src/dialects/shared/open-rollout.js";
import { RecentItems } from "../../../src/dialects/shared/read-items.js";
import type { RefoldEvent } from "../../../src/events/event.js";
import { uuidToUlid } from "../../../src/events/ids.js";
import { rollbackOf, UNKNOWN_KIND } from "../../../src/events/known-event.js";
import type { JsonObject } from "../../../src/events/primitives.js";
import { factsOf } from "../../../src/reducers/reduce.js";
import { replayEvents } from "../../../src/reducers/replay-events.js";
import { importFile } from "../../../src/sessions/import-file.js";
import { memoryStore } from "../../../src/store/memory.js";
import { collect, memoryBytes } from "../shared/memory-bytes.js";
import { piSession } from "./session-arbitrary.js";

const tree = readFileSync("fixtures/pi-tree.jsonl");
const linear = readFileSync("fixtures/pi-linear.jsonl");

describe("the session with a tree", () => {
  test("the branch that was left is gone, and every state before it is still there", async () => {
    const events = await decode(tree);
    const rollback = events.find((event) => rollbackOf(event) !== null)?.offset ?? 0;
    const gone = "Then plot the last week with gnuplot.";
    expect(textsOf(events, rollback - 1)).toContain(gone);
    expect(textsOf(events, rollback)).not.toContain(gone);
    expect(replayEvents(events).turns.userTurns).toBe(2);
  });

  test("a compaction leaves its summary, then what it kept", async () => {
    const { ledger, checkpoint } = replayEvents(await decode(tree), { to: 21 });
    const entries = ledger.entries.toArray();
    expect(entries.map(({ item, origin }) => [item.type, origin])).toEqual([
      ["message", "runtime"],
      ["message", "user"],
      ["function_call", "model"],
      ["function_call_output", "tool"],
    ]);
    expect(entries.map(({ summary }) => summary)).toEqual([true, undefined, undefined, undefined]);
    expect(entries.map(({ source }) => source)).toEqual([undefined, 18, 19, 20]);
    expect(checkpoint).toMatchObject({ windowNumber: 1, trigger: "foreign" });
  });

  test("a command that the user ran is shown, but not one that is excluded", async () => {
    const events = await decode(tree);
    const texts = textsOf(events, 12);
    expect(texts).toContain(
      "Ran `git log --oneline -1 src/log.ts`\n```\n7d1e0f2 Calibrate for the tower\n\n```",
    );
    expect(texts.join()).not.toContain("Ran `date`");
    expect(events[10]).toMatchObject({
      type: "foreign.kept",
      data: { kind: "message.bashExecution", reason: "it is excluded from the context" },
    });
  });

  test("a line that stands there twice says nothing more", async () => {
    const [first, again] = (await decode(tree)).slice(12, 14);
    expect(first?.type).toBe("item.recorded");
    expect(again).toMatchObject({
      type: "foreign.kept",
      data: { kind: "message.user", reason: "it repeats an earlier line" },
    });
    expect(again?.derived).toBeUndefined();
  });

  test("thread, name and settings are the session's", async () => {
    const { thread, baseline } = replayEvents(await decode(tree));
    expect(thread).toMatchObject({
      threadId: uuidToUlid("3f7c2a90-51de-4c8b-a6f2-90b1d4e8c713"),
      cwd: "/home/ines/barometer",
      title: "midnight jumps",
      source: { dialect: "pi", version: "3" },
    });
    expect(baseline?.envelope).toEqual({
      ...{ model: "claude-sonnet-4-5", provider: "anthropic", effort: "off" },
      cwd: "/home/ines/barometer",
    });
  });

  test("an answer that was aborted is told as a notice", async () => {
    const notices = (await decode(tree))
      .flatMap(factsOf)
      .filter(({ type }) => type === "notice.logged");
    expect(notices).toMatchObject([
      { data: { level: "warning", kind: "aborted", message: "Request was aborted." } },
    ]);
  });

  test("the same image twice is one blob, and the file itself gives its bytes", async () => {
    const { rollout } = await openForeign(memoryBytes(tree));
    const found = JSON.stringify(await collect(rollout.source.read())).matchAll(
      /"image_url":"blob:(sha256-[0-9a-f]{64})"/g,
    );
    const hashes = new Set([...found].map(([, hash = ""]) => hash));
    const pictures = await Promise.all([...hashes].map((hash) => rollout.blobs.get(hash)));
    expect(pictures.map((bytes) => Buffer.from(bytes).toString("latin1", 1, 4))).toEqual(["PNG"]);
  });
});

describe("the session without ids", () => {
  test("a compaction keeps from the line that it counts to", async () => {
    const state = replayEvents(await decode(linear));
    expect(textsOf(await decode(linear))).toEqual([
      "The conversation history before this point was compacted into the following summary:\n\n<summary>\nThe station has two sensors, in the cellar and on the roof.\n</summary>",
      ...["Name the one on the roof.", "`roof`, by its file.", "It is late."],
      ...["And the other one?", "`cellar`."],
    ]);
    expect(state.turns.userTurns).toBe(3);
  });

  test("its header says what it began with, and a change what it went on with", async () => {
    const events = await decode(linear);
    const at = (to: number): unknown => replayEvents(events, { to }).baseline?.envelope;
    expect(at(0)).toMatchObject({ model: "claude-sonnet-4-5", effort: "off" });
    expect(at(7)).toMatchObject({ model: "gpt-5.1-codex", provider: "openai", effort: "off" });
  });
});

test.each(["pi-tree", "pi-linear"])(
  "%s, imported into a store and exported again, is byte for byte the same",
  async (name) => {
    const bytes = readFileSync(`fixtures/${name}.jsonl`);
    const store = memoryStore();
    const { threadId, damage } = await importFile(memoryBytes(bytes), store);
    expect(damage).toEqual([]);
    const parts = DIALECTS.get("pi")?.encode(store.read(threadId), store.blobs) ?? noParts();
    expect(Buffer.concat(await collect(parts)).equals(bytes)).toBe(true);
    expect((await importFile(memoryBytes(bytes), store)).outcome).toBe("unchanged");
    await store.close();
  },
);

test("an import goes on where a session has grown", async () => {
  const store = memoryStore();
  const cut = tree.subarray(0, tree.indexOf("\n", 4000) + 1);
  await importFile(memoryBytes(cut), store);
  const { threadId, outcome } = await importFile(memoryBytes(tree), store);
  expect(outcome).toBe("grown");
  const stored = await collect(store.read(threadId));
  expect(stored.map(({ id }) => id)).toEqual((await decode(tree)).map(({ id }) => id));
  await store.close();
});

describe("a file that changes its dialect is refused with the line where it does", () => {
  const codexLine = '{"timestamp":"2026-01-01T00:00:00.000Z","type":"event_msg","payload":{}}\n';
  const claudeLine =
    '{"type":"user","uuid":"u1","parentUuid":null,"message":{"role":"user","content":"a"}}\n';
  const header = '{"type":"session","version":3,"id":"p","timestamp":"2026-01-01","cwd":"/"}\n';
  const entry = '{"type":"label","id":"e1","parentId":null,"targetId":"e0","label":"a"}\n';
  const message = '{"type":"message","message":{"role":"user","content":"a"}}\n';

  test.each([
    [header + entry + codexLine, 3, ["pi", "codex"]],
    [header + message + claudeLine, 3, ["pi", "claude-code"]],
    [message + codexLine, 2, ["pi", "codex"]],
    [codexLine + codexLine + header, 3, ["codex", "pi"]],
    [codexLine + message, 2, ["codex", "pi"]],
    [claudeLine + entry, 2, ["claude-code", "pi"]],
  ])("%#", async (text, line, dialects) => {
    const { rollout } = await openForeign(memoryBytes(text));
    const refusal = await collect(rollout.source.read()).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "mixed-dialects", details: { line, dialects } });
  });
});

test("what is not held any more is read again, and gives the same events", async () => {
  const holding = {
    ...piForm,
    decoder: (options: Options) => new PiDecoder(options, new RecentItems(0)),
  };
  const property = fc.asyncProperty(piSession(), async (lines) => {
    const content = memoryBytes(linesOf(lines));
    expect(await collect(decodeSession(content, holding))).toEqual(await decode(linesOf(lines)));
  });
  await fc.assert(property, { numRuns: 100 });
});
type Options = ConstructorParameters<typeof PiDecoder>[0];

test("a header behind a line of a fork of pi says whose session it is", async () => {
  const header = { type: "session", version: 3, id: "s", timestamp: "2026-05-01", cwd: "/tide" };
  const rest = linesOf([header, said("a", null, "first"), said("b", "a", "second")]);
  const title = linesOf([{ type: "title", v: 1, title: "Tides", updatedAt: "2026-05-02" }]);
  const [alone, events] = await Promise.all([decode(rest), decode(title + rest)]);
  expect(events.at(0)).toMatchObject({ type: "thread.started", data: alone.at(0)?.data });
  expect(new Set(events.map(({ at }) => at))).toEqual(new Set(["2026-05-01T00:00:00.000Z"]));
  expect(textsOf(events)).toEqual(["first", "second"]);
  expect(events.map(rollbackOf)).toEqual([null, null, null, null]);
  expect(events.flatMap(factsOf)).toContainEqual({
    type: "thread.renamed",
    data: { title: "Tides" },
  });
});

test("an id that comes again with something else is from then on the newer entry's", async () => {
  const events = await decode(
    linesOf([
      { type: "session", version: 3, id: "s", cwd: "/" },
      said("a", null, "first"),
      said("b", "a", "behind the first"),
      said("a", null, "second"),
      said("c", "a", "behind the second"),
    ]),
  );
  expect(textsOf(events, 3)).toEqual(["second"]);
  expect(textsOf(events)).toEqual(["second", "behind the second"]);
});

test.each([
  ["is not in the file", "x"],
  ["is itself", "b"],
  ["stands later in the file", "c"],
])("an entry whose parent %s begins afresh, and says so", async (_, parentId) => {
  const entries = [said("b", parentId, "behind"), said("c", "b", "last")];
  const events = await decode(linesOf([said("a", null, "before"), ...entries]));
  expect(textsOf(events)).toEqual(["behind", "last"]);
  const notices = events.flatMap(factsOf).filter(({ type }) => type === "notice.logged");
  const message = "the entry that it follows does not stand before it in the file";
  expect(notices).toMatchObject([{ data: { kind: "parent-missing", message } }]);
});

test("a block of a kind that nobody knows is kept with its line, and said", async () => {
  const content = [
    { type: "video", data: "" },
    { type: "text", text: "See?" },
  ];
  const events = await decode(linesOf([{ type: "message", message: { role: "user", content } }]));
  expect(textsOf(events)).toEqual(["See?"]);
  expect(events.flatMap(factsOf)).toContainEqual({
    type: "notice.logged",
    data: { level: "info", kind: "block-kept", message: "a block of type video is kept" },
  });
});

test("a message of a role that pi does not have is of an unknown kind", async () => {
  const messages = [{ role: "fileMention", files: [] }, { content: "no role" }, "no object"];
  const events = await decode(
    linesOf([
      { type: "session", id: "x", cwd: "/w" },
      ...messages.map((message) => ({ type: "message", message })),
    ]),
  );
  const kinds = ["message.fileMention", "message", "message"];
  expect(events.slice(1)).toMatchObject(
    kinds.map((kind) => ({ type: "foreign.kept", data: { kind, reason: UNKNOWN_KIND } })),
  );
});

test("a content that is neither text nor list is said, and an output of no call too", async () => {
  const text = { type: "text", text: "Hi" };
  const lines = [
    { type: "message", message: { role: "user", content: text } },
    { type: "message", message: { role: "assistant", content: { parts: [text] } } },
    { type: "message", message: { role: "toolResult", content: [text] } },
    { type: "custom_message", content: 1 },
    { type: "branch_summary", summary: text },
    { type: "message", message: { role: "user", content: null } },
  ];
  const facts = (await decode(linesOf(lines))).flatMap(factsOf);
  const notices = facts.flatMap((fact) => (fact.type === "notice.logged" ? [fact.data] : []));
  const kept = ["text", "unknown", "toolResult", "unknown", "text"];
  expect(notices).toEqual(
    kept.map((type) => {
      return { level: "info", kind: "block-kept", message: `a block of type ${type} is kept` };
    }),
  );
});

test("thoughts of other providers keep what they are signed with", async () => {
  const signature = JSON.stringify({ type: "reasoning", id: "rs_1", encrypted_content: "zzzz" });
  const blocks = [
    ["openai-responses", { thinkingSignature: signature }],
    ["google-generative-ai", { thinkingSignature: "sig" }],
    ["anthropic-messages", { thinkingSignature: "sig", redacted: true }],
  ] as const;
  const lines = blocks.map(([api, fields]) => {
    const content = [{ type: "thinking", thinking: "Hm.", ...fields }];
    return { type: "message", message: { role: "assistant", api, content } };
  });
  const { ledger } = replayEvents(await decode(linesOf(lines)));
  expect(ledger.entries.toArray().map(({ item }) => item)).toMatchObject([
    { id: "rs_1", encrypted_content: "zzzz", summary: [{ text: "Hm." }] },
    { provider: "google", thoughtSignature: "sig", summary: [{ text: "Hm." }] },
    { provider: "anthropic", redacted: "sig", content: [{ text: "Hm." }] },
  ]);
});

test("tool outputs are bounded only if a limit is asked for", async () => {
  const content = [{ type: "text", text: "x".repeat(50_000) }];
  const output = { type: "message", message: { role: "toolResult", toolCallId: "c", content } };
  const counted = async (limit?: number) => {
    const options =
      limit === undefined ? {} : { toolOutputLimit: { mode: "bytes", limit } as const };
    const { source } = await openRollout(memoryBytes(linesOf([output])), piForm, options);
    const state = replayEvents(await collect(source.read()));
    return state.ledger.entries.at(0)?.bounded?.policy.limit;
  };
  expect([await counted(), await counted(100)]).toEqual([undefined, 100]);
});

test("a line of more than a megabyte is read like any other", async () => {
  const text = "long ".repeat(300_000);
  const lines = [{ type: "session", id: "s", cwd: "/" }, said("a", null, text)];
  expect(textsOf(await decode(linesOf(lines)))).toEqual([text]);
});

function decode(content: Uint8Array | string): Promise<RefoldEvent[]> {
  return collect(decodeSession(memoryBytes(content), piForm));
}

function linesOf(objects: readonly JsonObject[]): string {
  return objects.map((object) => `${JSON.stringify(object)}\n`).join("");
}

function said(id: string, parentId: string | null, content: string): JsonObject {
  return { type: "message", id, parentId, message: { role: "user", content } };
}

function textsOf(events: readonly RefoldEvent[], to?: number): readonly string[] {
  const { ledger } = replayEvents(events, to === undefined ? {} : { to });
  return ledger.entries
    .toArray()
    .flatMap(({ item }) => (item.type === "message" ? item.content : []))
    .flatMap((part) => (part.type === "input_image" ? [] : [part.text]));
}

async function* noParts(): AsyncGenerator<Uint8Array> {}
