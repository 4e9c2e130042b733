import { describe, expect, test } from "vitest";
import { INVARIANTS } from "../../../src/testing/invariants/invariants.js";
import { PROVIDER_CHECKS } from "../../../src/testing/invariants/provider-checks.js";
import { ANTHROPIC_PROBES, LAWFUL as ANTHROPIC } from "./probes/anthropic.js";
import { GOOGLE_PROBES, LAWFUL as GOOGLE } from "./probes/google.js";
import { INTERACTIONS_PROBES, LAWFUL as INTERACTIONS } from "./probes/google-interactions.js";
import { OPENAI_CHAT_PROBES, LAWFUL as CHAT } from "./probes/openai-chat.js";
import { OPENAI_RESPONSES_PROBES, LAWFUL as RESPONSES } from "./probes/openai-responses.js";
import { checkAnthropicRequest } from "../../../src/testing/protocol/anthropic.js";
import { checkResponsesRequest } from "../../../src/testing/protocol/openai-responses.js";
import { HALF_PAIR, type Probe } from "./probes/probe.js";

const PROBES: Readonly<Record<string, Readonly<Record<string, Probe>>>> = {
  anthropic: ANTHROPIC_PROBES,
  google: GOOGLE_PROBES,
  "google-interactions": INTERACTIONS_PROBES,
  "openai-chat": OPENAI_CHAT_PROBES,
  "openai-responses": OPENAI_RESPONSES_PROBES,
};
const LAWFUL: Readonly<Record<string, Probe>> = {
  anthropic: ANTHROPIC,
  google: GOOGLE,
  "google-interactions": INTERACTIONS,
  "openai-chat": CHAT,
  "openai-responses": RESPONSES,
};

test("every rule of every API has a probe, and every probe has a rule", () => {
  const probed = Object.entries(PROBES).flatMap(([api, probes]) =>
    Object.keys(probes).map((key) => `${api}/${key}`),
  );
  const rules = INVARIANTS.filter(({ over }) => over === "body").map(({ name }) => name);
  expect(probed.toSorted()).toEqual(rules.toSorted());
});

describe.each(PROVIDER_CHECKS)("$name", (api) => {
  test("a lawful conversation has no violations", () => {
    const { body, model = "" } = LAWFUL[api.name] ?? { body: null };
    expect(api.check(body, model)).toEqual([]);
  });

  test.each(Object.entries(PROBES[api.name] ?? {}))(
    "a body that breaks %s is caught by that rule, at a place, and by no other rule that it keeps",
    (key, { body, model = "", also = [] }) => {
      const violations = api.check(body, model);
      const caught = new Set(violations.map(({ invariant }) => invariant));
      expect([...caught].toSorted()).toEqual(
        [key, ...also].map((name) => `${api.name}/${name}`).toSorted(),
      );
      for (const { path, rule } of violations) expect([path, rule]).not.toContain("");
    },
  );
});

describe("bodies that are written by hand", () => {
  test("a Responses request needs no items where it names a prompt or what it goes on from", () => {
    for (const rest of [{ previous_response_id: "resp_1" }, { prompt: { id: "pmpt_1" } }]) {
      expect(checkResponsesRequest({ model: "gpt-5.2", input: [], ...rest })).toEqual([]);
    }
  });

  const shell = { name: "shell", input_schema: { type: "object" } };
  const messages = [
    { role: "user", content: "hello" },
    { role: "assistant", content: [{ type: "tool_use", id: "t1", name: "shell", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "t1", content: "done" }] },
  ];
  const anthropic = { model: "claude-opus-4-8", max_tokens: 9, system: "be kind", tools: [shell] };
  const input = [
    { role: "user", content: "hello" },
    { role: "assistant", content: "what can I do?" },
  ];

  test("may say texts as strings, and leave out that a message is one", () => {
    expect(checkAnthropicRequest({ ...anthropic, messages })).toEqual([]);
    expect(checkResponsesRequest({ model: "gpt-5.2", input })).toEqual([]);
    expect(checkResponsesRequest({ model: "gpt-5.2", input: "hello" })).toEqual([]);
  });

  test("may hold the kinds of items that Codex of today sends", () => {
    const tools = { type: "additional_tools", role: "developer", tools: [] };
    const told = { type: "agent_message", author: "/root", recipient: "/root/look", content: [] };
    expect(checkResponsesRequest({ model: "gpt-5.2", input: [tools, ...input, told] })).toEqual([]);
  });

  test("may say several messages of the user one after the other: Anthropic joins them", () => {
    const [first, ...others] = messages;
    const last = { role: "user", content: "and now?" };
    const found = checkAnthropicRequest({
      ...anthropic,
      messages: [first, first, ...others, last],
    });
    expect(found).toEqual([]);
  });

  test.each(["", " "])("are held to the same rules: %j is no text", (content) => {
    const [, ...others] = messages;
    const found = checkAnthropicRequest({
      ...anthropic,
      messages: [{ role: "user", content }, ...others],
    });
    expect(found).toMatchObject([
      { invariant: `anthropic/${content === "" ? "content-given" : "text-visible"}` },
    ]);
  });

  test("hold no half of a pair in the name of a member either", () => {
    const use = { type: "tool_use", id: "t1", name: "shell", input: { [HALF_PAIR]: 1 } };
    const [first, , last] = messages;
    const asked = [first, { role: "assistant", content: [use] }, last];
    const found = checkAnthropicRequest({ ...anthropic, messages: asked });
    expect(found).toMatchObject([
      { invariant: "anthropic/text-well-formed", path: "body.messages[1].content[0].input" },
    ]);
  });
});
