import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SUMMARY_PREFIX } from "../../src/codex-strings.js";
import {
  entersLedger,
  isContextualDeveloperMessage,
  isContextualUserMessage,
  isHookPromptItem,
  isInterAgentInstruction,
  isModelGenerated,
  isSummaryMessage,
  isUserTurnBoundary,
  originOf,
} from "../../src/events/item-class.js";
import type { Item, MessagePart } from "../../src/events/item.js";
import {
  contextualUserMessages,
  hookPromptMessages,
  instructionMessages,
  items,
  summaryMessages,
} from "../../src/testing/arbitraries/items.js";
import { contextualUserTexts, nearlyContextualTexts } from "../../src/testing/arbitraries/texts.js";

const input = (text: string): MessagePart => ({ type: "input_text", text });
const output = (text: string): MessagePart => ({ type: "output_text", text });
const image: MessagePart = { type: "input_image", image_url: "https://example.org/a.png" };
const message = (role: string, ...content: MessagePart[]): Item => ({
  type: "message",
  role,
  content,
});
const user = (...content: MessagePart[]) => message("user", ...content);
const hook = '<hook_prompt hook_run_id="run-1">stop &amp; think</hook_prompt>';
const instruction = (over: Readonly<Record<string, unknown>> = {}) =>
  JSON.stringify({
    author: "/root",
    recipient: "/root/worker_1",
    content: "go",
    trigger_turn: true,
    ...over,
  });

describe("contextual user messages (§4.4-4.5)", () => {
  test.each([
    "# AGENTS.md instructions for /src\n\n<INSTRUCTIONS>\nbe kind\n</INSTRUCTIONS>",
    "<environment_context>\n  <cwd>/</cwd>\n</environment_context>",
    "<skill>\n<name>x</name>\n</skill>",
    "<user_shell_command>ls</user_shell_command>",
    "<turn_aborted>\nby the user\n</turn_aborted>",
    "<subagent_notification>{}</subagent_notification>",
    "\u0085\n <SKILL></Skill>\u3000",
    hook,
  ])("%j makes a message contextual", (text) => {
    expect(isContextualUserMessage(user(input(text)))).toBe(true);
    expect(isContextualUserMessage(user(image, input("hello"), input(text)))).toBe(true);
  });

  test.each([
    "<environment_context>",
    "<skill>x</skills>",
    "hello <skill>x</skill>",
    "<skill>x</skill> hello",
    "\ufeff<skill>x</skill>",
    "<skill>x</turn_aborted>",
    "<permissions instructions>x</permissions instructions>",
    "<ſkill>x</skill>",
    "",
  ])("%j is ordinary text", (text) => {
    expect(isContextualUserMessage(user(input(text)))).toBe(false);
  });

  test("output text and other roles never make a contextual user message", () => {
    expect(isContextualUserMessage(user(output("<skill>x</skill>")))).toBe(false);
    expect(isContextualUserMessage(message("developer", input("<skill>x</skill>")))).toBe(false);
  });

  test("any generated fragment is contextual wherever it stands; nearly one is not", () => {
    fc.assert(
      fc.property(contextualUserTexts(), nearlyContextualTexts(), (whole, nearly) => {
        expect(isContextualUserMessage(user(input(nearly), input(whole)))).toBe(true);
        expect(isContextualUserMessage(user(input(nearly)))).toBe(false);
      }),
    );
  });
});

describe("hook prompts (§4.4, §4.6)", () => {
  test.each([
    "<hook_prompt  hook_run_id = 'a' >x</hook_prompt >",
    '<hook_prompt other="1" hook_run_id="a">&#x1F600; <![CDATA[<b>]]></hook_prompt>',
    '<hook_prompt hook_run_id="a"><!-- <b> & --><![CDATA[<!--]]>x<!----></hook_prompt>',
    ' \n<hook_prompt hook_run_id="&lt;">x</hook_prompt>\n',
  ])("%j is one", (text) => {
    expect(isHookPromptItem(user(input(text)))).toBe(true);
  });

  test.each([
    '<hook_prompt hook_run_id="">x</hook_prompt>',
    '<hook_prompt hook_run_id=" \u3000">x</hook_prompt>',
    "<hook_prompt>x</hook_prompt>",
    "<hook_prompt hook_run_id=a>x</hook_prompt>",
    '<hook_prompt hook_run_id="a">x & y</hook_prompt>',
    '<hook_prompt hook_run_id="a">&nbsp;</hook_prompt>',
    '<hook_prompt hook_run_id="a"><b></hook_prompt>',
    '<hook_prompt hook_run_id="a">x</hook_prompt> and more',
    '<hook_prompt_2 hook_run_id="a">x</hook_prompt_2>',
    '<Hook_prompt hook_run_id="a">x</Hook_prompt>',
    '<hook_prompt hook_run_id="a" hook_run_id="b">x</hook_prompt>',
    '<hook_prompt hook_run_id="a"><!-->x</hook_prompt>',
  ])("%j is none", (text) => {
    expect(isHookPromptItem(user(input(text)))).toBe(false);
    expect(isContextualUserMessage(user(input(text)))).toBe(false);
  });

  test.each(["<![CDATA[", "<!--"])("any number of %s that nothing closes are no hook's", (open) => {
    const text = `<hook_prompt hook_run_id="a">${open.repeat(300_000)}</hook_prompt>`;
    expect(isHookPromptItem(user(input(text)))).toBe(false);
  });

  test("an item is a hook's when all parts are fragments and one is a hook prompt", () => {
    expect(isHookPromptItem(user(input("<skill>x</skill>"), input(hook)))).toBe(true);
    expect(isHookPromptItem(user(input("<skill>x</skill>")))).toBe(false);
    expect(isHookPromptItem(user(input(hook), input("hello")))).toBe(false);
    expect(isHookPromptItem(user(input(hook), image))).toBe(false);
    expect(isHookPromptItem(user(input(hook), output(hook)))).toBe(false);
    expect(isHookPromptItem(user())).toBe(false);
  });

  test("every generated hook prompt item is one, and contextual", () => {
    fc.assert(
      fc.property(hookPromptMessages(), (item) => {
        expect(isHookPromptItem(item)).toBe(true);
        expect(originOf(item)).toBe("runtime");
      }),
    );
  });
});

describe("boundaries of turns (§4.7-4.8)", () => {
  test("a user message that is not contextual is one, also empty, of images, or a summary", () => {
    for (const item of [
      user(),
      user(image),
      user(input("hi")),
      user(input(`${SUMMARY_PREFIX}\nx`)),
    ]) {
      expect(isUserTurnBoundary(item)).toBe(true);
      expect(originOf(item)).toBe("user");
    }
  });

  test("an instruction between agents is one, from either kind of text", () => {
    for (const part of [input(instruction()), output(` ${instruction({ extra: 1 })}\n`)]) {
      expect(isUserTurnBoundary(message("assistant", part))).toBe(true);
      expect(originOf(message("assistant", part))).toBe("agent");
    }
  });

  test.each([
    ["two parts", message("assistant", output(instruction()), output(""))],
    ["a user's message", message("developer", output(instruction()))],
    ["the old plain form", message("assistant", output("author: /root\nrecipient: /root/a\ngo"))],
    ["no content", message("assistant", output(instruction({ content: null })))],
    [
      "a trigger that is no boolean",
      message("assistant", output(instruction({ trigger_turn: 1 }))),
    ],
    ["a path outside root", message("assistant", output(instruction({ author: "/other" })))],
    ["a name root", message("assistant", output(instruction({ author: "/root/root" })))],
    ["an empty name", message("assistant", output(instruction({ author: "/root/" })))],
    ["an upper-case name", message("assistant", output(instruction({ author: "/root/A" })))],
    ["others that are null", message("assistant", output(instruction({ other_recipients: null })))],
    [
      "others that are no paths",
      message("assistant", output(instruction({ other_recipients: ["a"] }))),
    ],
    ["broken JSON", message("assistant", output(instruction().slice(0, -1)))],
    ["a list", message("assistant", output(`[${instruction()}]`))],
  ])("%s makes no instruction", (_, item) => {
    expect(isInterAgentInstruction(item)).toBe(false);
    expect(isUserTurnBoundary(item)).toBe(false);
  });

  test("an instruction may go to several agents, and need not begin a turn", () => {
    const others = ["/root/a/b", "/morpheus"];
    const text = instruction({
      author: "/morpheus",
      other_recipients: others,
      trigger_turn: false,
    });
    expect(isInterAgentInstruction(message("assistant", output(text)))).toBe(true);
  });

  test("generated items are boundaries exactly when their origin says so", () => {
    fc.assert(
      fc.property(fc.oneof(items(), instructionMessages(), contextualUserMessages()), (item) => {
        const origin = originOf(item);
        expect(origin === "user" || origin === "agent").toBe(isUserTurnBoundary(item));
        expect(origin === "model" || origin === "agent").toBe(isModelGenerated(item));
      }),
    );
  });
});

describe("developer messages (§4.9)", () => {
  test.each([
    "<permissions instructions>",
    "\n <MODEL_SWITCH>now",
    "<collaboration_mode>x</collaboration_mode>",
    "<realtime_conversation>",
    "<personality_spec>x",
  ])("%j is contextual without a closing tag", (text) => {
    expect(isContextualDeveloperMessage(message("developer", input(text)))).toBe(true);
    expect(isContextualDeveloperMessage(message("developer", input(text), image))).toBe(true);
    expect(isContextualDeveloperMessage(message("developer", input("hi"), input(text)))).toBe(true);
  });

  test.each([
    "<environment_context>x</environment_context>",
    "<skill>x</skill>",
    "x <model_switch>",
  ])("%j is not", (text) => {
    expect(isContextualDeveloperMessage(message("developer", input(text)))).toBe(false);
  });

  test("a user message is never a developer message", () => {
    expect(isContextualDeveloperMessage(user(input("<model_switch>")))).toBe(false);
  });
});

describe("summaries (§4.13)", () => {
  test("a summary is a user message that starts with the prefix and a line feed", () => {
    expect(isSummaryMessage(user(input(`${SUMMARY_PREFIX}\n`)))).toBe(true);
    expect(isSummaryMessage(user(input(SUMMARY_PREFIX), input("\nx")))).toBe(true);
    expect(isSummaryMessage(user(input(SUMMARY_PREFIX)))).toBe(false);
    expect(isSummaryMessage(user(input(`${SUMMARY_PREFIX} x`)))).toBe(false);
    expect(isSummaryMessage(user(input(` ${SUMMARY_PREFIX}\nx`)))).toBe(false);
    expect(isSummaryMessage(message("assistant", output(`${SUMMARY_PREFIX}\nx`)))).toBe(false);
  });

  test("a generated summary is one, and a boundary", () => {
    fc.assert(
      fc.property(summaryMessages(), (item) => {
        expect(isSummaryMessage(item)).toBe(true);
        expect(isUserTurnBoundary(item)).toBe(true);
      }),
    );
  });
});

describe("origins of other items (§4.3, §6.1, §4.12)", () => {
  test.each<[string, Item]>([
    ["runtime", message("developer", input("x"))],
    ["runtime", message("system", input("x"))],
    ["model", message("assistant", output("x"))],
    ["model", { type: "reasoning", summary: [] }],
    ["model", { type: "function_call", name: "n", arguments: "", call_id: "c" }],
    ["model", { type: "compaction", encrypted_content: "x" }],
    ["model", { type: "compaction_summary", encrypted_content: "x" }],
    ["model", { type: "web_search_call" }],
    ["tool", { type: "function_call_output", call_id: "c", output: "x" }],
    ["tool", { type: "custom_tool_call_output", call_id: "c", output: "x" }],
    ["tool", { type: "tool_search_output", status: "s", execution: "client", tools: [] }],
    ["runtime", { type: "ghost_snapshot", ghost_commit: {} }],
    ["runtime", { type: "other", original: { type: "x" } }],
  ])("%s: %j", (origin, item) => {
    expect(originOf(item)).toBe(origin);
  });

  test("system messages and other kinds never enter the ledger; ghost snapshots do", () => {
    expect(entersLedger(message("system", input("x")))).toBe(false);
    expect(entersLedger({ type: "other", original: { type: "x" } })).toBe(false);
    expect(entersLedger({ type: "ghost_snapshot", ghost_commit: {} })).toBe(true);
    expect(entersLedger(message("developer"))).toBe(true);
  });
});
