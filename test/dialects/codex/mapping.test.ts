import { describe, expect, test } from "vitest";
import { sha256 } from "../../../src/dialects/shared/derived-ids.js";
import { checkEvent } from "../../../src/events/check-event.js";
import { ulidToUuid, uuidToUlid } from "../../../src/events/ids.js";
import {
  compacted,
  completed,
  context,
  decode,
  event,
  item,
  line,
  message,
  meta,
  started,
  statesOf,
  summaryOf,
  user,
} from "./lines.js";

const TURN = "019c0000-0000-7000-8000-00000000000a";

describe("the first object starts the thread", () => {
  test("a session_meta says who recorded it, with its instructions and tools", async () => {
    const parent = "019c0000-0000-7000-8000-0000000000ff";
    const [first] = await decode([
      line("session_meta", {
        id: "019c0000-0000-7000-8000-000000000001",
        cwd: "/p",
        cli_version: "0.118.0",
        source: { subagent: { thread_spawn: { parent_thread_id: parent, depth: 1 } } },
        base_instructions: { text: "Be brief." },
        dynamic_tools: [{ name: "look", description: "Looks.", input_schema: { type: "object" } }],
      }),
    ]);
    expect(first).toMatchObject({
      type: "thread.started",
      data: {
        threadId: uuidToUlid("019c0000-0000-7000-8000-000000000001"),
        cwd: "/p",
        source: { dialect: "codex", version: "0.118.0", parent: { threadId: parent } },
      },
      derived: [
        { type: "instructions.set", data: { text: "Be brief.", hash: sha256("Be brief.") } },
        { type: "tools.declared", data: { tools: [{ kind: "function", name: "look" }] } },
      ],
    });
    expect(first?.foreign?.object).toMatchObject({
      payload: { base_instructions: { text: null } },
    });
  });

  test("tools of the client are declared in both spellings, alone and in a namespace", async () => {
    const parameters = { type: "object", properties: { place: { type: "string" } } };
    const ships = { type: "function", name: "ships", description: "", inputSchema: parameters };
    const [first] = await decode([
      line("session_meta", {
        id: "019c0000-0000-7000-8000-000000000001",
        dynamic_tools: [
          { name: "look", description: "Looks.", input_schema: parameters },
          { type: "function", name: "tide", description: "Tides.", inputSchema: parameters },
          { type: "namespace", name: "harbour", description: "Knows.", tools: [ships] },
          { type: "function", name: "late", deferLoading: true, inputSchema: parameters },
        ],
      }),
    ]);
    const namespace = { name: "harbour", description: "Knows." };
    expect(first?.derived?.at(-1)).toMatchObject({
      type: "tools.declared",
      data: {
        tools: [
          { kind: "function", name: "look", description: "Looks.", parameters },
          { kind: "function", name: "tide", description: "Tides.", parameters },
          { kind: "function", name: "harbour__ships", description: "", parameters, namespace },
        ],
      },
    });
    expect(checkEvent(first)).toEqual(first);
  });

  test("a bare metadata line starts it too, and its items have the time before them", async () => {
    const events = await decode([
      { id: "x", timestamp: "2025-05-19T14:23:08.412Z", instructions: null },
      { record_type: "state" },
      message("user", "hello").payload,
    ]);
    expect(events.map(({ type, at }) => `${type} ${at}`)).toEqual([
      "thread.started 2025-05-19T14:23:08.412Z",
      "foreign.kept 2025-05-19T14:23:08.412Z",
      "item.recorded 2025-05-19T14:23:08.412Z",
    ]);
  });

  test("any other object starts it with what is known, and means what it means besides", async () => {
    const events = await decode([user("hello"), meta]);
    expect(events.map(({ type }) => type)).toEqual(["thread.started", "foreign.kept"]);
    expect(events[0]?.derived).toMatchObject([{ type: "item.recorded" }]);
    expect((await statesOf(events)).at(-1)?.ledger.entries.at(0)?.ref).toEqual([0, 0]);
    expect(events[1]?.data).toMatchObject({ reason: "the thread has started already" });
  });
});

describe("ids and times", () => {
  test("an event's id is 48 bits of its time and 80 of the hash of its place", async () => {
    const [first] = await decode([meta]);
    const thread = uuidToUlid("019c0000-0000-7000-8000-000000000001");
    const hex = ulidToUuid(first?.id ?? "").replaceAll("-", "");
    expect(parseInt(hex.slice(0, 12), 16)).toBe(Date.parse("2026-03-01T10:00:00.000Z"));
    expect(hex.slice(12)).toBe(sha256(`${thread}:0`).slice("sha256-".length).slice(0, 20));
  });

  test("times are in UTC to the millisecond; one that is missing is the previous one's", async () => {
    const at = async (timestamp: unknown) =>
      (await decode([meta, { ...user("x"), timestamp }])).at(-1)?.at;
    expect(await at("2026-03-01T13:00:00+02:00")).toBe("2026-03-01T11:00:00.000Z");
    expect(await at("2026-03-01T11:00:00.123456Z")).toBe("2026-03-01T11:00:00.123Z");
    expect(await at("2026-03-01T10:59:60.000Z")).toBe("2026-03-01T10:00:00.000Z");
    for (const missing of [undefined, null, 17, "soon"]) {
      expect(await at(missing)).toBe("2026-03-01T10:00:00.000Z");
    }
  });

  test("a turn keeps the id that the session spells, a UUID's bits in its own", async () => {
    const events = await decode([meta, started(TURN), user("x"), completed(TURN), user("y")]);
    const turn = uuidToUlid(TURN);
    expect(events.map((one) => one.turn)).toEqual([undefined, turn, turn, turn, undefined]);
    expect(events[1]?.data).toMatchObject({ foreignId: TURN });
  });
});

describe("what lines mean", () => {
  test("items have their origin, their size, and nothing beside them in the plain form", async () => {
    const [, plain, ordered] = await decode([meta, user("hello"), { ...user("x"), ordinal: 7 }]);
    expect(plain).toMatchObject({ type: "item.recorded", v: 2, data: { origin: "user" } });
    expect(plain?.foreign).toBeUndefined();
    expect(ordered?.foreign).toMatchObject({
      object: { type: "response_item", payload: null, ordinal: 7 },
      holes: [[["payload"], ["data", "item"]]],
    });
  });

  test("outputs are bounded under the newest recorded policy, else not at all", async () => {
    const output = item({ type: "function_call_output", call_id: "c", output: "x".repeat(60_000) });
    const policyAfter = async (...before: readonly object[]) => {
      const last = (await decode([meta, ...before, output])).at(-1);
      return last?.type === "item.recorded" ? last.data.bounded?.policy : null;
    };
    const recorded = { mode: "tokens", limit: 50 };
    const told = line("turn_context", { model: "gpt-5.4", truncation_policy: recorded });
    expect(await policyAfter()).toBeUndefined();
    expect(await policyAfter(context(null, "gpt-5.4"))).toBeUndefined();
    expect(await policyAfter(context(null, "gpt-5.4"), told)).toEqual(recorded);
    expect(await policyAfter(told, context(null, "gpt-5.4"))).toBeUndefined();
  });

  test("token counts are usage; one without counts is kept", async () => {
    const usage = { input_tokens: 9, cached_input_tokens: 4, output_tokens: 2, total_tokens: 11 };
    const info = { last_token_usage: usage, total_token_usage: usage, model_context_window: 100 };
    const events = await decode([
      meta,
      event("token_count", { info }),
      event("token_count", { info: null }),
    ]);
    expect(events[1]).toMatchObject({
      type: "usage.reported",
      data: { usage: { input: 9, cachedInput: 4, output: 2, total: 11 }, contextWindow: 100 },
    });
    expect(events[2]?.data).toMatchObject({ reason: "it reports no usage" });
  });

  test("a context keeps facts that have no name here, under their own", async () => {
    const told = { model: "m", turn_id: "t", approval_policy: "never", summary: "auto" };
    const events = await decode([meta, user("x"), line("turn_context", told)]);
    expect(events[2]).toMatchObject({
      type: "foreign.kept",
      data: { kind: "turn_context" },
      derived: [
        {
          type: "context.injected",
          data: {
            mode: "observed",
            envelope: { model: "m", approvalPolicy: "never", summary: "auto" },
            foreignId: "t",
            previousTurn: { model: "m", realtimeActive: null },
            contextAt: 2,
          },
        },
      ],
    });
  });

  test("a compaction's list is counted, never bounded, and names its summary", async () => {
    const long = item({ type: "function_call_output", call_id: "c", output: "x".repeat(90_000) });
    const [, compaction] = await decode([meta, compacted("s", user("kept"), long)]);
    expect(compaction).toMatchObject({
      type: "history.compacted",
      data: {
        trigger: "foreign",
        placement: "none",
        windowNumber: 1,
        historyVersion: 1,
        replacement: [{ origin: "user" }, { origin: "tool", countedBytes: 90_057 }],
      },
    });
  });

  test("what has no meaning here, or not its form, is kept whole with the reason", async () => {
    const lines = [
      meta,
      item({ type: "message", role: "system", content: [] }),
      line("a_line_from_the_future", { value: 1 }),
      event("agent_message", { message: "shown only" }),
      line("turn_context", { cwd: "/p" }),
      event("thread_rolled_back", { num_turns: -1 }),
      line("response_item", { text: "no type" }),
      { hello: "world" },
    ];
    const events = await decode(lines);
    const kept = events.slice(1).map((one) => (one.type === "foreign.kept" ? one.data : null));
    expect(kept.map((data) => data?.kind)).toEqual([
      "response_item.message",
      "a_line_from_the_future",
      "event_msg.agent_message",
      "turn_context",
      "event_msg.thread_rolled_back",
      "response_item",
      "unknown",
    ]);
    expect(events.slice(1).map((one) => one.foreign?.object)).toEqual(lines.slice(1));
  });

  test("of lines with a record_type only state lines are known", async () => {
    const told = { ...message("user", "x").payload, record_type: "response" };
    const events = await decode([{ ...meta.payload, record_type: "session_meta" }, told]);
    expect(events[1]?.data).toEqual({ kind: "response", reason: "its kind is not known" });
    const [, state] = await decode([meta, { record_type: "state" }]);
    expect(state?.data).toEqual({ kind: "state" });
  });

  test("an item of another kind, or not of its form, is told: its model may have seen it", async () => {
    const lines = [
      meta,
      item({ type: "message", role: "user", content: "no list" }),
      item({ type: "hologram" }),
    ];
    const events = await decode(lines);
    const told = { type: "notice.logged", data: { level: "warning", kind: "item-unread" } };
    expect(events.slice(1)).toMatchObject([told, told]);
    expect(events.slice(1).map((one) => one.foreign?.object)).toEqual(lines.slice(1));
  });

  test("a compaction that is not of its form is told: the history goes on without it", async () => {
    const list = (...entries: readonly unknown[]) =>
      line("compacted", { message: "", replacement_history: entries });
    const lines = [
      meta,
      user("x"),
      line("compacted", { message: 7 }),
      list(user("y").payload, null),
      list({ type: "message", role: "user", content: "no list" }),
    ];
    const events = await decode(lines);
    const told = { type: "notice.logged", data: { level: "warning", kind: "compaction-unread" } };
    expect(events.slice(2)).toMatchObject([told, told, told]);
    expect(events.slice(2).map((one) => one.foreign?.object)).toEqual(lines.slice(2));
    expect((await summaryOf(lines.slice(0, 3))).history).toEqual(["x"]);
  });

  test("errors and warnings are notices", async () => {
    const events = await decode([
      meta,
      event("error", { message: "it broke" }),
      event("warning", { message: "careful" }),
    ]);
    expect(events.slice(1).map(({ type, data }) => ({ type, data }))).toEqual([
      { type: "notice.logged", data: { level: "error", kind: "error", message: "it broke" } },
      { type: "notice.logged", data: { level: "warning", kind: "warning", message: "careful" } },
    ]);
  });
});

describe("lines that begin and end turns (§3.2)", () => {
  test("have two spellings each", async () => {
    const named = { turn_id: TURN };
    const spelt = (begin: string, end: string) =>
      decode([meta, event(begin, named), user("x"), event(end, named)]);
    const [usual, alias] = await Promise.all([
      spelt("task_started", "task_complete"),
      spelt("turn_started", "turn_complete"),
    ]);
    expect(alias.map(({ type, turn }) => [type, turn])).toEqual(
      usual.map(({ type, turn }) => [type, turn]),
    );
    expect(alias.map(({ type }) => type)).toContain("turn.started");
  });

  test("a rollback of no turns is kept and says why", async () => {
    const events = await decode([meta, user("x"), event("thread_rolled_back", { num_turns: 0 })]);
    expect(events.at(-1)).toMatchObject({
      type: "foreign.kept",
      data: { reason: "it asks for no turns" },
    });
  });
});
