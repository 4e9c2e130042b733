import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Item } from "../../../src/events/item.js";
import type { ToolDeclaration } from "../../../src/events/thread.js";
import { answers } from "./answers.js";
import { apis } from "./apis.js";
import { type Entry, promptOf } from "./prompts.js";

const words = fc
  .string({ unit: "grapheme-ascii", minLength: 1, maxLength: 12 })
  .map((text) => `w${text}`);
const tools: readonly ToolDeclaration[] = [
  { kind: "function", name: "shell", parameters: { type: "object" } },
  { kind: "function", name: "files.read/all", parameters: { type: "object" } },
  { kind: "custom", name: "apply patch" },
];

/** One thing that the model says or does, with the output that answers it. */
const deeds = fc.oneof(
  words.map((text) => ({ kind: "text" as const, text })),
  fc.record({
    kind: fc.constant("call" as const),
    name: fc.constantFrom("shell", "files.read/all"),
    input: fc.dictionary(words, fc.oneof(words, fc.integer(), fc.array(words, { maxLength: 2 })), {
      maxKeys: 3,
    }),
    output: words,
  }),
  fc.record({ kind: fc.constant("custom" as const), input: words, output: words }),
);

/** Rounds of text and calls; the outputs of a round follow it, in an order of their own. */
const conversations = fc.array(
  fc.record({ said: words, deeds: fc.array(deeds, { maxLength: 4 }), reversed: fc.boolean() }),
  { minLength: 1, maxLength: 4 },
);

function entriesOf(
  rounds: typeof conversations extends fc.Arbitrary<infer Rounds> ? Rounds : never,
) {
  const entries: Entry[] = [];
  let number = 0;
  for (const { said, deeds: done, reversed } of rounds) {
    entries.push([
      { type: "message", role: "user", content: [{ type: "input_text", text: said }] },
    ]);
    const outputs: Entry[] = [];
    for (const deed of done) {
      const id = `call/${number++}`;
      if (deed.kind === "text") {
        const content = [{ type: "output_text" as const, text: deed.text }];
        entries.push([{ type: "message", role: "assistant", content }]);
      } else if (deed.kind === "call") {
        const text = JSON.stringify(deed.input);
        entries.push([{ type: "function_call", call_id: id, name: deed.name, arguments: text }]);
        outputs.push([{ type: "function_call_output", call_id: id, output: deed.output }]);
      } else {
        const { input, output } = deed;
        entries.push([{ type: "custom_tool_call", call_id: id, name: "apply patch", input }]);
        outputs.push([{ type: "custom_tool_call_output", call_id: id, output }]);
      }
    }
    entries.push(...(reversed ? outputs.reverse() : outputs));
  }
  return entries;
}

/** What the model said and did, in order; neighbouring texts as one. */
function told(items: readonly Item[]): readonly string[] {
  const lines: string[] = [];
  let isText = false;
  for (const item of items) {
    if (item.type === "message" && item.role === "assistant") {
      const text = item.content
        .map((part) => (part.type === "output_text" ? part.text : ""))
        .join("");
      if (isText) lines.push(`${lines.pop() ?? ""}${text}`);
      else lines.push(`says ${text}`);
      isText = true;
    } else if (item.type === "function_call" || item.type === "custom_tool_call") {
      isText = false;
      const input = item.type === "function_call" ? item.arguments : item.input;
      lines.push(`${item.type} ${item.name} ${input}`);
    } else isText = false;
  }
  return lines;
}

describe.each(apis)("$name", (api) => {
  test("items to the provider and back keep text, names, arguments and order", () => {
    const property = fc.property(conversations, (rounds) => {
      const entries = entriesOf(rounds);
      const model = api.models[0] ?? "";
      const { body } = api.request(promptOf(entries, { tools }), { model });
      const bodies = answers[api.name]?.(api.messages(body)) ?? [];
      const back = bodies.flatMap((answer) => api.response(answer, { tools }).items);
      const joinedText = (lines: readonly string[]) => lines.join("\n").replaceAll("\nsays ", "");
      expect(joinedText(told(back.map(({ item }) => item)))).toBe(
        joinedText(told(entries.map(([item]) => item))),
      );
      expect(back.every(({ origin }) => origin === "model")).toBe(true);
    });
    fc.assert(property, { numRuns: 150 });
  });

  test("every output stands with its own call, whatever the order", () => {
    const property = fc.property(conversations, (rounds) => {
      const entries = entriesOf(rounds);
      const { wire, callIds } = api.request(promptOf(entries, { tools }), {
        model: api.models[0] ?? "",
      });
      const text = JSON.stringify(wire);
      for (const [item] of entries) {
        if (item.type !== "function_call_output" && item.type !== "custom_tool_call_output") {
          continue;
        }
        expect(text).toContain(JSON.stringify(item.output).slice(1, -1));
      }
      const recorded = entries.flatMap(([item]) =>
        "call_id" in item && item.type.endsWith("_call") ? [item.call_id] : [],
      );
      expect([...callIds.values()]).toEqual(recorded);
    });
    fc.assert(property, { numRuns: 50 });
  });
});
