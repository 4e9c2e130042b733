import { describe, expect, test } from "vitest";
import { ClaudeCodeDecoder } from "../../../src/dialects/claude-code/claude-code-decoder.js";
import { RecentItems } from "../../../src/dialects/shared/read-items.js";
import type { RefoldEvent } from "../../../src/events/event.js";
import { rollbackOf } from "../../../src/events/known-event.js";
import type { JsonObject } from "../../../src/events/primitives.js";
import { replayEvents } from "../../../src/reducers/replay-events.js";
import { answerLine, decode, linesOf, textsOf, userLine } from "./transcript.js";

const before = [
  userLine("u0", null, "one"),
  answerLine("u1", "u0", { id: "m1", content: [{ type: "text", text: "two" }] }),
  userLine("u2", "u1", "three"),
  answerLine("u3", "u2", {
    id: "m2",
    content: [{ type: "text", text: "four" }],
    usage: { input_tokens: 9, output_tokens: 1 },
  }),
];
const summary = userLine("s", "b", "summary", { isCompactSummary: true });

function boundary(metadata: JsonObject): JsonObject {
  const compactMetadata = { trigger: "auto", preTokens: 10, ...metadata };
  const line = { type: "system", subtype: "compact_boundary", uuid: "b", parentUuid: null };
  return { ...line, logicalParentUuid: "u3", compactMetadata };
}

const ways = [
  ["its first and last line", { preservedSegment: { headUuid: "u2", tailUuid: "u3" } }, "s"],
  ["a list of its lines", { preservedMessages: { uuids: ["u2", "u3"] } }, "s"],
] as const;

describe.each(ways)("a compaction that names what it keeps by %s", (_, way, anchorUuid) => {
  const metadata = Object.fromEntries(
    Object.entries(way).map(([name, range]) => [name, { ...range, anchorUuid }]),
  );
  const compacted = [...before, boundary(metadata), summary];

  test("puts the kept messages after its summary, each with its source", async () => {
    const events = await decode(linesOf(compacted));
    expect(textsOf(events)).toEqual(["summary", "three", "four"]);
    const { checkpoint, ledger } = replayEvents(events);
    expect(checkpoint).toMatchObject({ windowNumber: 1, trigger: "foreign" });
    expect(ledger.entries.toArray().map(({ origin }) => origin)).toEqual([
      ...["runtime", "user", "model"],
    ]);
    expect(events[5]?.data).toMatchObject({
      summary: "summary",
      replacement: [{ summary: true }, { source: 2 }, { source: 3 }],
    });
  });

  test.each(["u3", "s"])("goes on after %s without a rollback", async (parent) => {
    const events = await decode(linesOf([...compacted, userLine("u4", parent, "five")]));
    expect(textsOf(events)).toEqual(["summary", "three", "four", "five"]);
    expect(events.some((event) => rollbackOf(event) !== null)).toBe(false);
    expect(replayEvents(events).turns.userTurns).toBe(3);
  });

  test("can be gone back into: what was kept after that message is gone", async () => {
    const events = await decode(linesOf([...compacted, userLine("u4", "u2", "instead")]));
    expect(textsOf(events)).toEqual(["summary", "three", "instead"]);
    expect(textsOf(events, 5)).toEqual(["summary", "three", "four"]);
  });

  test("leaves nothing to go back to before it but what it kept", async () => {
    const events = await decode(linesOf([...compacted, userLine("u4", "u1", "behind")]));
    expect(textsOf(events)).toEqual(["behind"]);
    expect(noticesOf(events)).toEqual(["parent-missing"]);
  });

  test("keeps the same where its messages have to be read again", async () => {
    const recalled: number[] = [];
    const recall = (ordinal: number): Promise<JsonObject> => {
      recalled.push(ordinal);
      return Promise.resolve(compacted[ordinal] ?? {});
    };
    const options = { toolOutputLimit: null, opening: new Uint8Array(), recall };
    const decoder = new ClaudeCodeDecoder(options, new RecentItems(0));
    const events: RefoldEvent[] = [];
    for (const value of compacted) {
      const text = JSON.stringify(value);
      const { event } = await decoder.decode({ value: structuredClone(value), text });
      events.push(event);
    }
    expect(recalled).toEqual([2, 3]);
    expect(replayEvents(events)).toEqual(replayEvents(await decode(linesOf(compacted))));
  });
});

test("what comes between the boundary and a summary that keeps messages stays before the summary", async () => {
  const keeps = { preservedMessages: { uuids: ["u2", "u3"], anchorUuid: "s" } };
  const date = {
    ...{ type: "attachment", uuid: "d", parentUuid: "b", attachment: { type: "date" } },
    ...{ rendered: [{ content: "today" }], renderedRole: "system" },
  };
  const late = { ...summary, parentUuid: "d" };
  const lines = [...before, boundary(keeps), date, late];
  const events = await decode(linesOf(lines));
  expect(textsOf(events)).toEqual(["today", "summary", "three", "four"]);
  expect(events[6]?.data).toMatchObject({
    replacement: [{ source: [5, 0] }, { summary: true }, { source: 2 }, { source: 3 }],
  });
  expect(textsOf(await decode(linesOf([...lines, userLine("u4", "u2", "instead")])))).toEqual([
    ...["today", "summary", "three", "instead"],
  ]);
});

test("a compaction that keeps the beginning puts its summary after that", async () => {
  const kept = { headUuid: "u0", anchorUuid: "b", tailUuid: "u1" };
  const lines = [...before, boundary({ preservedSegment: kept }), summary];
  const events = await decode(linesOf([...lines, userLine("u4", "s", "five")]));
  expect(textsOf(events)).toEqual(["one", "two", "summary", "five"]);
});

test("a compaction whose kept messages cannot be found keeps none", async () => {
  const kept = { headUuid: "nowhere", anchorUuid: "s", tailUuid: "u3" };
  const lines = [...before, boundary({ preservedSegment: kept }), summary];
  expect(textsOf(await decode(linesOf(lines)))).toEqual(["summary"]);
  const tail = userLine("u4", "u3", "five");
  expect(textsOf(await decode(linesOf([...lines, tail])))).toEqual([
    ...["one", "two", "three", "four", "five"],
  ]);
});

test("outputs that a microcompaction among the kept messages cleared stay cleared", async () => {
  const call = { type: "tool_use", id: "c1", name: "Read", input: {} };
  const output = { type: "tool_result", tool_use_id: "c1", content: "long" };
  const lines = [
    ...before,
    answerLine("u4", "u3", { id: "m3", content: [call] }),
    userLine("u5", "u4", [output]),
    {
      ...{ type: "system", subtype: "microcompact_boundary", uuid: "u6", parentUuid: "u5" },
      microcompactMetadata: { compactedToolIds: ["c1"] },
    },
    boundary({ preservedSegment: { headUuid: "u4", anchorUuid: "s", tailUuid: "u6" } }),
    summary,
  ];
  const { ledger } = replayEvents(await decode(linesOf(lines)));
  expect(ledger.entries.at(2)?.item).toMatchObject({
    output: "[Old tool result content cleared]",
  });
});

test("a microcompaction that goes on from a kept message is after the compaction", async () => {
  const call = { type: "tool_use", id: "c1", name: "Read", input: {} };
  const output = { type: "tool_result", tool_use_id: "c1", content: "long" };
  const lines = [
    ...before,
    answerLine("u4", "u3", { id: "m3", content: [call] }),
    userLine("u5", "u4", [output]),
    boundary({ preservedMessages: { uuids: ["u4", "u5", "u3"], anchorUuid: "s" } }),
    summary,
    {
      ...{ type: "system", subtype: "microcompact_boundary", uuid: "u6", parentUuid: "u5" },
      microcompactMetadata: { compactedToolIds: ["c1"] },
    },
    userLine("u7", "u6", "five"),
  ];
  const events = await decode(linesOf(lines));
  const { ledger } = replayEvents(events);
  expect(ledger.entries.toArray().map(({ item }) => item)).toMatchObject([
    { content: [{ text: "summary" }] },
    { call_id: "c1" },
    { call_id: "c1", output: "[Old tool result content cleared]" },
    { content: [{ text: "five" }] },
  ]);
});

function noticesOf(events: readonly RefoldEvent[]): readonly string[] {
  return events
    .flatMap(({ type, data, derived }) => [{ type, data }, ...(derived ?? [])])
    .flatMap((fact) =>
      "kind" in fact.data && fact.type === "notice.logged" ? [fact.data.kind] : [],
    )
    .map(String);
}
