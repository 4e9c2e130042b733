import { describe, expect, test } from "vitest";
import { callName } from "../../../src/events/calls.js";
import { countItemBytes } from "../../../src/events/item-bytes.js";
import { projectPrompt } from "../../../src/projections/prompt/project-prompt.js";
import { CodexOutline } from "../../../src/sessions/listing/codex-outline.js";
import { openaiResponses } from "../../../src/projections/providers/openai-responses/openai-responses.js";
import { factsOf } from "../../../src/reducers/reduce.js";
import type { CodexLine } from "../../../src/testing/arbitraries/codex-rollout.js";
import {
  answer,
  compacted,
  completed,
  decode,
  event,
  item,
  line,
  meta,
  rolledBack,
  started,
  statesOf,
  summaryOf,
  user,
} from "./lines.js";

const injected = (...kinds: readonly unknown[]) => ({
  ...user("Plugins that may help."),
  payload: {
    ...user("Plugins that may help.").payload,
    internal_chat_message_metadata_passthrough: { turn_id: "t", content_item_kinds: kinds },
  },
});

async function originsOf(...lines: readonly object[]) {
  const events = await decode([meta, ...lines]);
  return events.slice(1).map(({ type, data }) => ("origin" in data ? data.origin : type));
}

describe("lines that versions later than the rules write", () => {
  test("a message that names its parts' kinds is the user's only where a part is", async () => {
    expect(await originsOf(injected("plugins.recommended"))).toEqual(["runtime"]);
    expect(await originsOf(injected("user.text"))).toEqual(["user"]);
    expect(await originsOf(injected("unknown"))).toEqual(["user"]);
    expect(await originsOf(injected())).toEqual(["user"]);
    expect(await originsOf(injected("agents_md.instructions", "user.text"))).toEqual(["user"]);
  });

  test("a message of another agent begins a turn, whatever it says", async () => {
    const told = (text: string) =>
      item({ type: "agent_message", author: "/root", content: [{ type: "input_text", text }] });
    const lines = [meta, told("Message Type: NEW_TASK\nGo on."), answer("x"), told("Done.")];
    expect(await originsOf(...lines.slice(1))).toEqual(["agent", "model", "agent"]);
    const ledger = async (...more: readonly CodexLine[]) =>
      (await summaryOf([...lines, ...more])).history;
    expect(await ledger(rolledBack(1))).toEqual(["Message Type: NEW_TASK\nGo on.", "x"]);
  });

  test("what an agent tells on a line of its own is the message that Codex makes of it", async () => {
    const paths = { author: "/root", recipient: "/root/worker" };
    const told = (members: object) =>
      line("inter_agent_communication", { ...paths, content: "", trigger_turn: false, ...members });
    const lines = [
      meta,
      told({ content: "Count the harbours.", trigger_turn: true }),
      told({ encrypted_content: "0gAA" }),
      told({ author: 7 }),
      line("inter_agent_communication_metadata", { trigger_turn: true }),
    ];
    const events = await decode(lines);
    const head = "Message Type: MESSAGE\nTask name: /root/worker\nSender: /root\nPayload:\n";
    const sealed = { type: "encrypted_content", encrypted_content: "0gAA" };
    const contents = [
      [{ type: "input_text", text: "Count the harbours." }],
      [{ type: "input_text", text: head }, sealed],
    ];
    expect(events.slice(1, 3).map(({ data }) => data)).toMatchObject(
      contents.map((content) => ({
        origin: "agent",
        item: { original: { type: "agent_message", ...paths, content } },
      })),
    );
    expect(events.slice(1).map(({ foreign }) => foreign?.object)).toEqual(lines.slice(1));
    expect(events[3]).toMatchObject({ type: "notice.logged", data: { kind: "item-unread" } });
    expect(events[4]?.type).toBe("foreign.kept");
  });

  test("what was spoken in real time is known, and in no prompt", async () => {
    const spoken = { id: "r", realtime_session_id: "s", type: "transcript_segment", role: "user" };
    const events = await decode([meta, line("realtime_item", { ...spoken, text: "Hello." })]);
    expect(events[1]).toMatchObject({ type: "foreign.kept", data: { kind: "realtime_item" } });
    expect(events[1]?.data).not.toHaveProperty("reason");
  });

  test("the client's tools can change; another thread's do not count", async () => {
    const updated = (thread_id: unknown, ...names: readonly string[]) =>
      line("dynamic_tools_updated", {
        thread_id,
        tools: names.map((name) => ({ type: "function", name, inputSchema: { type: "object" } })),
      });
    const { id } = meta.payload;
    const lines = [meta, updated(id, "tide"), updated("another", "ships"), updated(id)];
    const states = await statesOf(await decode(lines));
    const names = states.map(({ thread }) => thread?.tools?.tools.map(({ name }) => name));
    expect(names.slice(1)).toEqual([["tide"], ["tide"], []]);
  });

  test("AGENTS.md instructions without a folder are context, other texts like them are not", async () => {
    const agents = (title: string) => user(`${title}\n\n<INSTRUCTIONS>\nx\n</INSTRUCTIONS>`);
    expect(await originsOf(agents("# AGENTS.md instructions"))).toEqual(["runtime"]);
    expect(await originsOf(agents("# AGENTS.md instructions, please"))).toEqual(["user"]);
  });

  test("an output with a sealed part answers its call, and keeps its line whole", async () => {
    const call = { type: "custom_tool_call", call_id: "c", name: "exec", input: "ls" };
    const sealed = { type: "encrypted_content", encrypted_content: "0gAA" };
    const parts = [{ type: "input_text", text: "weir.c" }, sealed];
    const output = item({ type: "custom_tool_call_output", call_id: "c", output: parts });
    const events = await decode([meta, item(call), output]);
    expect(events[2]).toMatchObject({
      type: "item.recorded",
      data: {
        item: {
          output: [
            { type: "input_text", text: "weir.c" },
            { type: "input_text", text: "[encrypted content]" },
          ],
        },
      },
    });
    expect(events[2]?.foreign?.object).toEqual(output);
  });

  test("an output with a sealed part stands in a compaction as in a line of its own", async () => {
    const call = item({ type: "function_call", call_id: "c", name: "wait", arguments: "{}" });
    const sealed = { type: "encrypted_content", encrypted_content: "0gAA" };
    const output = item({ type: "function_call_output", call_id: "c", output: [sealed] });
    const compaction = item({ type: "compaction", encrypted_content: "0gBB" });
    const list = compacted("", user("Wait."), call, output, compaction);
    const events = await decode([meta, user("Wait."), list]);
    expect(events[2]?.foreign).toEqual({ object: list });
    const state = (await statesOf(events)).at(-1);
    expect(state?.ledger.entries.toArray().map(({ item }) => item)).toMatchObject([
      { type: "message" },
      { type: "function_call" },
      { output: [{ type: "input_text", text: "[encrypted content]" }] },
      { type: "compaction" },
    ]);
  });

  test("parts of later kinds are named in their places; what can be read stays", async () => {
    const audio = { type: "input_audio", audio_url: "data:audio/wav;base64,AAAA" };
    const file = { type: "input_image", file_id: "file-1" };
    const heard = [{ type: "input_text", text: "heard it" }, audio, file];
    const lines = [
      meta,
      item({ type: "message", role: "user", content: [...heard] }),
      item({ type: "function_call", call_id: "c", name: "say", arguments: "{}" }),
      item({ type: "function_call_output", call_id: "c", output: [...heard] }),
      item({ type: "message", role: "assistant", content: [{ type: "refusal", refusal: "No." }] }),
    ];
    const events = await decode(lines);
    const shown = ["heard it", "[input_audio]", "[input_image]"];
    const parts = shown.map((text) => ({ type: "input_text", text }));
    expect(events.slice(1).map(({ data }) => data)).toMatchObject([
      { origin: "user", item: { content: parts } },
      { item: { type: "function_call" } },
      { origin: "tool", item: { output: parts } },
      { origin: "model", item: { content: [{ type: "output_text", text: "[refusal]" }] } },
    ]);
    expect(events[3]?.foreign).toEqual({ object: lines[3] });
    expect((await statesOf(events)).at(-1)?.turns.userTurns).toBe(1);
    const outline = new CodexOutline();
    for (const one of lines) outline.push(Buffer.from(JSON.stringify(one)), 0);
    expect(outline.facts()?.turns).toBe(1);
  });

  test("a part of a known kind that is not of its form leaves its item unread", async () => {
    const parts = [{ type: "input_text" }];
    expect(await originsOf(item({ type: "message", role: "user", content: parts }))).toEqual([
      "notice.logged",
    ]);
  });

  test("an image that was generated needs no id; without one its bytes say null", async () => {
    const image = { type: "image_generation_call" as const, status: "completed", result: "aGk=" };
    expect((await summaryOf([meta, item(image)])).history).toEqual(["image_generation_call"]);
    expect(countItemBytes(image)).toBe(countItemBytes({ ...image, id: "ab" }));
  });

  test("a custom tool's namespace is told to people and to the API", async () => {
    const call = {
      type: "custom_tool_call" as const,
      call_id: "c",
      name: "exec",
      namespace: "shell",
      input: "ls",
    };
    expect(callName(call)).toBe("shell.exec");
    const [, state] = await statesOf(await decode([meta, item(call)]));
    if (state === undefined) throw new TypeError("no state");
    const prompt = projectPrompt(state, { provider: "openai", model: "gpt-5.2" });
    expect(openaiResponses.toRequest(prompt).body.input[0]).toMatchObject({ namespace: "shell" });
  });

  test("a name is the thread's title until the next one", async () => {
    const name = (thread_name: unknown) => event("thread_name_updated", { thread_name });
    const events = await decode([meta, name("Tides"), name(null), name(7)]);
    const states = await statesOf(events);
    expect(states.map(({ thread }) => thread?.title)).toEqual([null, "Tides", null, null]);
    expect(events[3]?.type).toBe("foreign.kept");
  });

  test("a name that was given in a turn stays when the turn is rolled back", async () => {
    const name = (thread_name: string | null) => event("thread_name_updated", { thread_name });
    const turn = (id: string) => [started(id), user(id), answer(id), completed(id)];
    const lines = [
      ...[meta, ...turn("one"), name("T1"), ...turn("two"), name("T2"), rolledBack(1)],
      ...[...turn("three"), rolledBack(1), ...turn("four"), name(null), rolledBack(2)],
    ];
    const events = await decode(lines);
    const titles = (await statesOf(events)).map(({ thread }) => thread?.title ?? null);
    const given = lines.map((_, at) => {
      const names = lines
        .slice(0, at + 1)
        .filter((one) => one.payload["thread_name"] !== undefined);
      return names.at(-1)?.payload["thread_name"] ?? null;
    });
    expect(titles).toEqual(given);
    const said = events.flatMap(factsOf).filter(({ type }) => type === "thread.renamed");
    expect(said).toHaveLength(4); // the first rollback alone took a name back
  });

  test("what a cache was written with is a part of the input", async () => {
    const usage = { input_tokens: 9, cache_write_input_tokens: 5, output_tokens: 2 };
    const [, reported] = await decode([
      meta,
      event("token_count", { info: { last_token_usage: usage } }),
    ]);
    expect(reported?.data).toMatchObject({ usage: { input: 9, cacheWrite: 5, total: 11 } });
  });

  test("metadata may name the parent beside the source, and the session alone", async () => {
    const parent_thread_id = "019c0000-0000-7000-8000-0000000000ff";
    const [first] = await decode([
      line("session_meta", { session_id: "s", parent_thread_id, source: "vscode" }),
    ]);
    expect(first?.data).toMatchObject({
      source: { foreignId: "s", parent: { threadId: parent_thread_id } },
    });
  });
});
