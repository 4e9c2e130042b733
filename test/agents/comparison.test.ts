import { expect, test } from "vitest";
import { compare } from "./comparison.js";
import { normalForm } from "./normal-form.js";

const said = (text: string) => ({ type: "message", role: "user", content: text });
const call = (id: string) => ({
  type: "function_call",
  call_id: id,
  name: "shell",
  arguments: "{}",
});
const output = (id: string) => ({ type: "function_call_output", call_id: id, output: "done" });
const form = (...input: readonly object[]) => normalForm("responses", { input });

test("ids of other names are equal while they pair the same call and output", () => {
  const program = form(call("a"), call("b"), output("a"), output("b"));
  expect(compare(program, form(call("1"), call("2"), output("1"), output("2"))).verdict).toBe(
    "equal",
  );
  const crossed = compare(program, form(call("1"), call("2"), output("2"), output("1")));
  expect(crossed.verdict).toBe("different");
});

test("a text alone is a list of one text, and members that say nothing are left out", () => {
  const bare = { role: "user", content: [{ type: "input_text", text: "Hi" }] };
  const marked = { ...said("Hi"), id: "msg_1", status: "completed", phase: null };
  expect(compare(form(bare), form(marked)).verdict).toBe("equal");
});

test("an item that is absent, beside or changed is named with its place", () => {
  const program = form(said("one"), said("two"), call("a"), output("a"));
  const refold = form(said("one"), call("a"), { ...output("a"), output: "other" }, said("three"));
  const { differences } = compare(program, refold);
  expect(differences.map(({ kind, position }) => [kind, position])).toEqual([
    ["missing", 1],
    ["changed", 3],
    ["extra", 3],
  ]);
});

test("the base instructions as first message are the same content in another place", () => {
  const base = { type: "message", role: "developer", content: "Be brief." };
  const refold = normalForm("responses", { instructions: "Be brief.", input: [said("one")] });
  expect(compare(form(base, said("one")), refold).verdict).toBe("regrouped");
});

test("an item without a text is no base instructions where Refold gives none", () => {
  const tools = { type: "additional_tools", role: "developer", tools: [] };
  expect(compare(form(tools, said("one")), form(tools, said("one"))).verdict).toBe("equal");
});

test("messages that are merged are told apart from messages of other content", () => {
  const block = (text: string) => ({ type: "text", text });
  const user = (...content: readonly object[]) => ({ role: "user", content });
  const apart = normalForm("messages", { messages: [user(block("a")), user(block("b"))] });
  const merged = normalForm("messages", { messages: [user(block("a"), block("b"))] });
  expect(compare(apart, merged).verdict).toBe("regrouped");
});
