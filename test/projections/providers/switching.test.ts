import fc from "fast-check";
import { expect, test } from "vitest";
import { apis } from "./apis.js";
import type { Entry } from "./prompts.js";
import { promptOf } from "./prompts.js";

/** What each provider answers in turn `n`: reasoning that it alone can read, a text, two calls. */
const turns: Readonly<Record<string, (n: number) => unknown>> = {
  anthropic: (n) => ({
    role: "assistant",
    stop_reason: "tool_use",
    content: [
      { type: "thinking", thinking: "hm", signature: `anthropic-secret-${n}` },
      { type: "text", text: `answer ${n}` },
      { type: "tool_use", id: `toolu_${n}`, name: "shell", input: { n } },
      { type: "tool_use", id: `toolu_${n}b`, name: "shell", input: {} },
    ],
  }),
  google: (n) => ({
    responseId: `r${n}`,
    candidates: [
      {
        finishReason: "STOP",
        content: {
          parts: [
            { text: "hm", thought: true },
            { text: `answer ${n}` },
            {
              functionCall: { name: "shell", args: { n } },
              thoughtSignature: `google-secret-${n}`,
            },
            { functionCall: { name: "shell", args: {} } },
          ],
        },
      },
    ],
  }),
  "google-interactions": (n) => ({
    id: `i${n}`,
    status: "requires_action",
    steps: [
      { type: "thought", signature: `google-interactions-secret-${n}` },
      { type: "model_output", content: [{ type: "text", text: `answer ${n}` }] },
      { type: "function_call", id: `fc_${n}`, name: "shell", arguments: { n } },
      { type: "function_call", id: `fc_${n}b`, name: "shell", arguments: {} },
    ],
  }),
  "openai-chat": (n) => ({
    choices: [
      {
        finish_reason: "tool_calls",
        message: {
          content: `answer ${n}`,
          tool_calls: [
            {
              id: `call_${n}`,
              type: "function",
              function: { name: "shell", arguments: `{"n":${n}}` },
            },
            { id: `call_${n}b`, type: "function", function: { name: "shell", arguments: "{}" } },
          ],
        },
      },
    ],
  }),
  "openai-responses": (n) => ({
    status: "completed",
    output: [
      {
        type: "reasoning",
        id: `rs_${n}`,
        summary: [],
        encrypted_content: `openai-responses-secret-${n}`,
      },
      {
        type: "message",
        role: "assistant",
        content: [{ type: "output_text", text: `answer ${n}` }],
      },
      { type: "function_call", call_id: `call_${n}`, name: "shell", arguments: `{"n":${n}}` },
      { type: "function_call", call_id: `call_${n}b`, name: "shell", arguments: "{}" },
    ],
  }),
};

test("a thread goes on with another provider at any turn: each gets a lawful body, its own reasoning and nobody else's", () => {
  const property = fc.property(
    fc.array(fc.nat({ max: apis.length - 1 }), { minLength: 1, maxLength: 8 }),
    (choices) => {
      const entries: Entry[] = [];
      for (const [n, choice] of choices.entries()) {
        const api = apis[choice];
        if (api === undefined) continue;
        const content = [{ type: "input_text" as const, text: `question ${n}` }];
        entries.push([{ type: "message", role: "user", content }]);
        const model = api.models[1] ?? "";
        const reasons = api.name === "openai-responses" ? "gpt-5.2" : model;
        const { wire } = api.request(promptOf(entries), { model: reasons });
        expect(api.check(wire, reasons)).toEqual([]);
        const sent = JSON.stringify(wire);
        const earlier = choices.slice(0, n).map((past, turn) => ({ past, turn }));
        for (const { past, turn } of earlier) {
          const name = apis[past]?.name ?? "";
          const isCarried = sent.includes(`${name}-secret-${turn}"`);
          expect(isCarried).toBe(name === api.name && name !== "openai-chat");
          expect(sent).toContain(`answer ${turn}`);
          expect(sent).toContain(`output ${turn}`);
        }
        const response = api.response(turns[api.name]?.(n));
        expect(response.finish).toBe("tool-calls");
        for (const { item } of response.items) entries.push([item]);
        for (const { item } of response.items) {
          if (item.type !== "function_call") continue;
          entries.push([
            { type: "function_call_output", call_id: item.call_id, output: `output ${n}` },
          ]);
        }
      }
    },
  );
  fc.assert(property, { numRuns: 150 });
});

test("reasoning goes back to the provider that made it, and to none after an edit", () => {
  const secret = "bound-to-its-prefix";
  const makers = apis.map(({ name }) => name);
  const property = fc.property(fc.constantFrom(...makers), fc.boolean(), (maker, behindEdit) => {
    const summary = [{ type: "summary_text" as const, text: "hm" }];
    const seals = { encrypted_content: secret, signature: secret, thoughtSignature: secret };
    const provider = maker === "openai-responses" ? null : maker; // absent: OpenAI's
    const entries: Entry[] = [
      [{ type: "message", role: "user", content: [{ type: "input_text", text: "question" }] }],
      [{ type: "reasoning", summary, ...seals, provider }, { behindEdit }],
      [{ type: "message", role: "assistant", content: [{ type: "output_text", text: "so" }] }],
      [{ type: "message", role: "user", content: [{ type: "input_text", text: "and then" }] }],
    ];
    for (const api of apis) {
      const model = api.name === "openai-responses" ? "gpt-5.2" : (api.models[1] ?? "");
      const { wire, repairs } = api.request(promptOf(entries), { model });
      const isOwn = api.name === maker && api.name !== "openai-chat" && !behindEdit;
      expect(JSON.stringify(wire).includes(secret)).toBe(isOwn);
      expect(repairs.some(({ kind }) => kind === "reasoning-left-out")).toBe(!isOwn);
    }
  });
  fc.assert(property);
});
