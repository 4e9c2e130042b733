import { describe, expect, test } from "vitest";
import { claudeCodeForm } from "../../../src/dialects/claude-code/claude-code-form.js";
import { openForeign } from "../../../src/dialects/dialects.js";
import { decodeKept } from "../../../src/dialects/shared/decode-kept.js";
import { encodeKept } from "../../../src/dialects/shared/kept-file.js";
import { checkEvent } from "../../../src/events/check-event.js";
import type { LogEvent } from "../../../src/events/event.js";
import { UNKNOWN_KIND } from "../../../src/events/known-event.js";
import type { JsonObject } from "../../../src/events/primitives.js";
import { projectCache } from "../../../src/projections/views/cache.js";
import { factsOf } from "../../../src/reducers/reduce.js";
import { replayEvents } from "../../../src/reducers/replay-events.js";
import { newlyUsed } from "../../../src/reducers/usage.js";
import { listSource } from "../../../src/testing/definition.js";
import { collect, MemoryBlobs, memoryBytes } from "../shared/memory-bytes.js";
import { answerLine, decode, linesOf, textsOf, userLine } from "./transcript.js";

const prompt = userLine("u0", null, "go", { sessionId: "s1" });

describe("a line that says nothing to the model", () => {
  const system = (subtype: string, more: JsonObject = {}): JsonObject => {
    return { type: "system", subtype, uuid: "x", parentUuid: "u0", ...more };
  };
  test.each<readonly [kind: string, line: JsonObject]>([
    ["system.turn_duration", system("turn_duration", { durationMs: 9 })],
    ["system.stop_hook_summary", system("stop_hook_summary", { hookCount: 1 })],
    ["system.away_summary", system("away_summary", { content: "while you were away" })],
    ["progress.hook_progress", { ...system(""), ...progress("hook_progress") }],
    ["progress.bash_progress", { ...system(""), ...progress("bash_progress") }],
    ["attachment.prompt_snapshot", attachment("prompt_snapshot")],
    ["file-history-snapshot", { type: "file-history-snapshot", messageId: "u0" }],
    ["file-history-delta", { type: "file-history-delta", messageId: "u0", sessionId: "s1" }],
    ["queue-operation", { type: "queue-operation", operation: "enqueue", sessionId: "s1" }],
    ["mode", { type: "mode", mode: "plan", sessionId: "s1" }],
    ["permission-mode", { type: "permission-mode", permissionMode: "plan", sessionId: "s1" }],
    ["last-prompt", { type: "last-prompt", lastPrompt: "go", sessionId: "s1" }],
    ["pr-link", { type: "pr-link", prNumber: 1, sessionId: "s1" }],
    ["never-seen", { type: "never-seen", sessionId: "s1", anything: [1] }],
    ["unknown", { uuid: "x", parentUuid: "u0" }],
  ])("is kept as %s, and what follows it follows what it follows", async (kind, line) => {
    const content = [{ type: "text", text: "done" }];
    const parent = typeof line.uuid === "string" ? line.uuid : "u0";
    const answer = answerLine("u1", parent, { id: "m", content });
    const events = await decode(linesOf([prompt, line, answer]));
    expect(events[1]).toMatchObject({ type: "foreign.kept", data: { kind } });
    expect(textsOf(events)).toEqual(["go", "done"]);
  });

  test("a conversation that was taken back ends there, before anything more is said", async () => {
    const content = [{ type: "text", text: "done" }];
    const lines = [
      prompt,
      answerLine("u1", "u0", { id: "m1", content }),
      userLine("u2", "u1", "and now?"),
    ];
    const rewound = { type: "last-prompt", explicit: true, rewound: true };
    const back = await decode(linesOf([...lines, { ...rewound, leafUuid: "u1" }]));
    expect(textsOf(back)).toEqual(["go", "done"]);
    expect(back.at(-1)).toMatchObject({
      type: "foreign.kept",
      derived: [{ type: "history.rolled-back", data: { to: 1 } }],
    });
    expect(textsOf(await decode(linesOf([...lines, { ...rewound, leafUuid: null }])))).toEqual([]);
    const unread = await decode(linesOf([...lines, { ...rewound, leafUuid: "elsewhere" }]));
    expect(unread.at(-1)).toMatchObject({
      type: "notice.logged",
      data: { kind: "rewind-unread", level: "warning" },
    });
    const noted = { type: "last-prompt", leafUuid: "u1" };
    expect(textsOf(await decode(linesOf([...lines, noted])))).toEqual(["go", "done", "and now?"]);
  });

  test("an output that requests have in another form has it from then on", async () => {
    const call = { type: "tool_use", id: "t1", name: "Read", input: {} };
    const output = [{ type: "tool_result", tool_use_id: "t1", content: "a long text" }];
    const replacements = [
      { kind: "tool-result", toolUseId: "t1", replacement: "<persisted-output>a long" },
      { kind: "tool-result", toolUseId: "t9", replacement: "of another branch" },
    ];
    const replaced = { type: "content-replacement", sessionId: "s1", replacements };
    const lines = [
      prompt,
      answerLine("u1", "u0", { id: "m1", content: [call] }),
      userLine("u2", "u1", output),
    ];
    const events = await decode(linesOf([...lines, replaced]));
    const last = replayEvents(events).ledger.entries.toArray().at(-1)?.item;
    expect(last).toMatchObject({
      type: "function_call_output",
      output: "<persisted-output>a long",
    });
    const ofAgent = await decode(linesOf([...lines, { ...replaced, agentId: "a1" }]));
    expect(ofAgent.at(-1)?.derived).toBeUndefined();
  });

  test("tells of an API's error, and of a reply that is none of the model's", async () => {
    const error = { error: { status: 529 }, retryAttempt: 1, maxRetries: 10 };
    const reply = answerLine("u1", "x", { id: "m", content: [{ type: "text", text: "Error" }] });
    const lines = [
      prompt,
      system("api_error", error),
      { ...reply, isApiErrorMessage: true, error: "rate_limit" },
    ];
    const events = await decode(linesOf(lines));
    expect(events.slice(1)).toMatchObject([
      { type: "notice.logged", data: { message: "API error 529, retry 1 of 10" } },
      { type: "notice.logged", data: { kind: "api_error", level: "error" } },
    ]);
    expect(textsOf(events)).toEqual(["go"]);
  });
});

test.each<readonly [form: string, line: JsonObject]>([
  ["a text as its message", { message: "hello" }],
  ["its content beside the place of a message", { content: "hello" }],
])("a user's line with %s is of an unknown type, and a link in the tree", async (_, members) => {
  const line = { type: "user", uuid: "x", parentUuid: "u0", ...members };
  const events = await decode(linesOf([prompt, line, userLine("u1", "x", "more")]));
  expect(events[1]).toMatchObject({
    type: "foreign.kept",
    data: { kind: "user", reason: UNKNOWN_KIND },
  });
  expect(textsOf(events)).toEqual(["go", "more"]);
});

test.each<readonly [where: string, line: JsonObject]>([
  ["a message", userLine("x", "u0", { type: "text", text: "hello" })],
  [
    "an output",
    userLine("x", "u0", [
      { type: "tool_result", tool_use_id: "c", content: { type: "text", text: "hello" } },
    ]),
  ],
  ["an attachment", attachment("queued_command", { prompt: { type: "text", text: "hello" } })],
])("a content of %s that is neither text nor list is told", async (_, line) => {
  const facts = (await decode(linesOf([prompt, line]))).flatMap(factsOf);
  const notices = facts.flatMap((fact) => (fact.type === "notice.logged" ? [fact.data] : []));
  expect(notices).toEqual([
    { level: "info", kind: "block-kept", message: "a block of type text is kept" },
  ]);
});

test("the output of a command that Claude Code ran is sent as the user's, and begins no turn", async () => {
  const content = "<local-command-stdout>$1</local-command-stdout>";
  const line = { type: "system", subtype: "local_command", uuid: "x", parentUuid: "u0", content };
  const { ledger, turns } = replayEvents(await decode(linesOf([prompt, line])));
  expect(ledger.entries.at(1)).toMatchObject({ origin: "runtime", item: { role: "user" } });
  expect(turns.userTurns).toBe(1);
});

test.each([
  ["name a fruit", 2],
  ["clear", 1],
  ["", 1],
])("/goal with the arguments %j: a goal that is set begins a turn", async (args, turns) => {
  const command = `<command-name>/goal</command-name>\n<command-args>${args}</command-args>`;
  const events = await decode(linesOf([prompt, userLine("u1", "u0", command)]));
  expect(replayEvents(events).turns.userTurns).toBe(turns);
});

describe("a name", () => {
  const named = async (...lines: readonly JsonObject[]): Promise<string | null | undefined> =>
    replayEvents(await decode(linesOf([prompt, ...lines]))).thread?.title;
  const custom = { type: "custom-title", customTitle: "mine", sessionId: "s1" };
  const model = { type: "ai-title", aiTitle: "its own", sessionId: "s1" };
  const summary = { type: "summary", summary: "what it was", leafUuid: "u0" };

  test("of the session is its title: the user's before the model's, that before a summary", async () => {
    expect(await named()).toBe(null);
    expect(await named(summary)).toBe("what it was");
    expect(await named(model, summary)).toBe("its own");
    expect(await named(custom, model, summary)).toBe("mine");
    expect(await named(custom, { ...custom, customTitle: "newer" })).toBe("newer");
  });

  test("of another session is kept with its line", async () => {
    expect(await named({ ...custom, sessionId: "s2" })).toBe(null);
    expect(await named({ ...summary, leafUuid: "elsewhere" })).toBe(null);
  });

  test("stays when the conversation goes back to before it", async () => {
    const answer = answerLine("u1", "u0", { id: "m", content: [{ type: "text", text: "done" }] });
    expect(await named(answer, custom, userLine("u2", null, "again"))).toBe("mine");
  });
});

test("a line of a sub-agent between those of its thread is kept and no more", async () => {
  const side = userLine("a0", null, "look", { isSidechain: true, agentId: "a" });
  const events = await decode(linesOf([prompt, side, userLine("u1", "u0", "and then")]));
  expect(textsOf(events)).toEqual(["go", "and then"]);
  expect(events[1]?.data).toMatchObject({ reason: "it belongs to a sub-agent's thread" });
});

test("what a sub-agent's answer between those of its thread cost is added up, and fills no window", async () => {
  const side = (uuid: string, output: number) => {
    const usage = { input_tokens: 9_000, output_tokens: output };
    const said = { id: "side", model: "claude-haiku-4-5", content: [], stop_reason: "end_turn" };
    return { ...answerLine(uuid, "a0", { ...said, usage }), isSidechain: true, agentId: "a" };
  };
  const own = { id: "m", content: [{ type: "text", text: "done" }] };
  const usage = { input_tokens: 100, output_tokens: 10 };
  const lines = [prompt, side("a1", 1), side("a2", 20), answerLine("u1", "u0", { ...own, usage })];
  const events = await decode(linesOf(lines));
  expect(replayEvents(events.slice(0, 3)).usage).toMatchObject({ last: null, lastAt: null });
  const { last, total } = replayEvents(events).usage;
  expect([last?.total, total.total]).toEqual([110, 9_130]);
  expect(events[2]?.derived).toMatchObject([{ data: { aside: { model: "claude-haiku-4-5" } } }]);
  const again = await decode(linesOf([...lines.slice(0, 3), side("a1", 1), ...lines.slice(3)]));
  expect(replayEvents(again).usage.total).toEqual(total);
  const plain = events.map(({ derived: _, ...event }) => event);
  const spentIn = (log: readonly LogEvent[]) => {
    const accounts = claudeCodeForm.accountant();
    return log
      .flatMap((event) => accounts.take(event).aside)
      .flatMap(({ fact }) =>
        fact.type === "usage.reported"
          ? [[newlyUsed(fact.data).total, fact.data.aside?.model]]
          : [],
      );
  };
  const model = "claude-haiku-4-5";
  expect(spentIn(events)).toEqual([]);
  // As older versions imported it.
  expect(spentIn(plain)).toEqual([
    [9_001, model],
    [19, model],
  ]);
});

test("what Claude Code writes for the model begins no turn", async () => {
  const lines = [
    prompt,
    userLine("u1", "u0", "a hook's context", { isMeta: true }),
    userLine("u2", "u1", "<command-name>/cost</command-name>"),
    userLine("u3", "u2", [{ type: "text", text: "[Request interrupted by user]" }]),
  ];
  const { ledger, turns } = replayEvents(await decode(linesOf(lines)));
  expect(ledger.entries.toArray().map(({ origin }) => origin)).toEqual([
    ...["user", "runtime", "runtime", "runtime"],
  ]);
  expect(turns.userTurns).toBe(1);
});

test("usage is everything that went in, with what the cache gave and took, and for how long", async () => {
  const usage = {
    ...{ input_tokens: 3, cache_read_input_tokens: 40, cache_creation_input_tokens: 500 },
    cache_creation: { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 400 },
    output_tokens: 6,
  };
  const content = [{ type: "text", text: "done" }];
  const events = await decode(
    linesOf([prompt, answerLine("u1", "u0", { id: "m", content, usage })]),
  );
  expect(replayEvents(events).usage.last).toMatchObject({
    ...{ input: 543, cachedInput: 40, cacheWrite: 500, longCacheWrite: 400 },
    ...{ output: 6, total: 549 },
  });
});

test("a cache miss that the provider reports stands in the report of usage, and in the cache's view", async () => {
  const miss = { type: "tools_changed", cache_missed_input_tokens: 63 };
  const usage = { input_tokens: 100, output_tokens: 6 };
  const content = [{ type: "text", text: "done" }];
  const message = { id: "m", content, usage, diagnostics: { cache_miss_reason: miss } };
  const events = await decode(linesOf([prompt, answerLine("u1", "u0", message)]));
  const { requests } = await projectCache(listSource(events));
  expect(requests).toMatchObject([{ cacheMiss: { reason: "tools_changed", tokens: 63 } }]);
});

describe("an oddity that is no damage", () => {
  const second = userLine("u1", "u0", "again");
  const cases: readonly (readonly [oddity: string, content: string, events: number])[] = [
    ["two objects in one line", linesOf([prompt]).trimEnd() + linesOf([second]), 2],
    ["no final line feed", linesOf([prompt, second]).trimEnd(), 2],
    ["byte-identical lines", linesOf([prompt, second, second]), 3],
    [
      "times that go backwards",
      linesOf([
        { ...prompt, timestamp: "2026-02-01T00:00:00.000Z" },
        { ...second, timestamp: "2026-01-01T00:00:00.000Z" },
      ]),
      2,
    ],
    [
      "several versions in one file",
      linesOf([
        { ...prompt, version: "2.0.26" },
        { ...second, version: "2.1.29" },
      ]),
      2,
    ],
    [
      "a line of over a megabyte",
      linesOf([prompt, { ...second, toolUseResult: { stdout: "x".repeat(1_500_000) } }]),
      2,
    ],
  ];
  test.each(cases)("%s: nothing is lost or reported, and it comes back", async (_, text, count) => {
    const { rollout } = await openForeign(memoryBytes(text));
    const events = await collect(rollout.source.read());
    expect(rollout.damage()).toEqual([]);
    expect(events.map(({ offset }) => offset)).toEqual(Array.from({ length: count }, (_, i) => i));
    expect(textsOf(await decode(text))).toEqual(["go", "again"]);
    const blobs = new MemoryBlobs();
    const kept = await collect(decodeKept(memoryBytes(text), claudeCodeForm, { blobs }));
    const stored = kept.map((event) => checkEvent(JSON.parse(JSON.stringify(event))));
    const written = Buffer.concat(await collect(encodeKept(stored, claudeCodeForm, blobs)));
    expect(written.toString("utf8")).toBe(text);
  });
});

test("a file is recognised by its first line that can only be Claude Code's", async () => {
  const { rollout } = await openForeign(memoryBytes(linesOf([{ note: "by hand" }, prompt])));
  expect(rollout.recognition.reason).toBe(
    "Claude Code transcript: line 2 is a user line with a place in the tree of messages",
  );
});

function progress(type: string): JsonObject {
  return { type: "progress", subtype: undefined, data: { type } };
}

function attachment(type: string, more: JsonObject = {}): JsonObject {
  return { type: "attachment", uuid: "x", parentUuid: "u0", attachment: { type, ...more } };
}
