import { createServer } from "node:http";
import Anthropic from "@anthropic-ai/sdk";
import { expect, onTestFinished, test } from "vitest";
import { JsonObject } from "../../../src/events/primitives.js";
import { anthropic } from "../../../src/projections/providers/anthropic/anthropic.js";
import { anthropicBeta } from "../../../src/projections/providers/anthropic/anthropic-beta.js";
import { googleInteractions } from "../../../src/projections/providers/google-interactions/google-interactions.js";
import { openaiResponses } from "../../../src/projections/providers/openai-responses/openai-responses.js";
import { resumeState } from "../../../src/reducers/resume.js";
import { anthropicCompaction } from "../../../src/runtime/compaction/provider-compaction.js";
import { anthropicBetaModel } from "../../../src/runtime/models/anthropic-model.js";
import { openThread } from "../../../src/runtime/open-thread.js";
import type { Thread } from "../../../src/runtime/thread.js";
import { memoryStore } from "../../../src/store/memory.js";
import { plainState } from "../../../src/testing/definition.js";
import { checkAnthropicRequest } from "../../../src/testing/protocol/anthropic.js";
import { listenLocally, readText, serverSentEvent } from "../../local-server.js";
import { anthropicAnswer } from "../../projections/providers/recorded-answers.js";

const model = "claude-opus-5-5";
const block = {
  type: "compaction",
  content: "The clock runs an hour late since the change.",
  encrypted_content: null,
  signature: "c2lnbmVk",
  tool_changes: [],
};
const none = { input_tokens: 0, output_tokens: 0 };
const compacted = (content: readonly unknown[]) => ({
  ...{ id: "msg_1", type: "message", role: "assistant", model, content },
  stop_reason: "compaction",
  usage: { ...none, iterations: [{ type: "compaction", input_tokens: 300, output_tokens: 40 }] },
});

test("the block stands beside its text: it goes back first, the text goes to everybody else", async () => {
  const thread = await talkative();
  const { client, asked } = await serve([[200, compacted([block])]]);
  await thread.compact({ summarize: anthropicCompaction({ client, model }) });

  expect(asked[0]).toMatchObject({
    url: "/v1/messages",
    beta: "compact-2026-09-04",
    body: { model, compaction: { type: "summarize" }, max_tokens: 16_000 },
  });
  const sent = JSON.stringify(asked[0]?.body);
  expect(sent).not.toContain("about to be replaced"); // the server has a prompt of its own
  expect(asked[0]?.body["messages"]).toMatchObject([
    { role: "user" },
    { role: "assistant", content: [{ type: "text", text: "I shall look." }] },
  ]);
  const entries = thread.state.ledger.entries.toArray();
  expect(entries.map(({ item, origin }) => `${item.type} of ${origin}`)).toEqual([
    "message of user",
    "compaction of model",
    "message of runtime",
  ]);
  expect(thread.state.usage.total).toMatchObject({ input: 300, output: 40, total: 340 });
  expect(thread.state.checkpoint?.summary).toContain(block.content);
  expect(plainState(await resumeState(thread.source))).toEqual(plainState(thread.state));

  await say(thread, "And now?");
  const { body, repairs, origins } = anthropicBeta.toRequest(thread.prompt({ model }));
  expect(body.messages).toMatchObject([
    { role: "assistant", content: [block] },
    { role: "user", content: [{ text: "And now?" }] },
  ]);
  expect(body).toMatchObject({ betas: ["compact-2026-09-04"] });
  expect(checkAnthropicRequest(body)).toEqual([]);
  expect(origins).toHaveLength(body.messages.length);
  expect(repairs.map(({ kind }) => kind)).toEqual(["left-out", "left-out"]);

  for (const provider of [anthropic, openaiResponses, googleInteractions]) {
    const other = provider.toRequest(thread.prompt(), { model: "any" });
    const text = JSON.stringify(other.body);
    expect(text).toContain(block.content);
    expect(text).toContain("Why is the clock late?");
    expect(text).not.toContain(block.signature);
    const left = other.repairs.filter(({ kind }) => kind === "left-out");
    expect(left.map(({ reason }) => reason).join()).toMatch(/only Anthropic/);
  }
});

test("a turn goes on from the block through the beta's client, and is compacted again with it", async () => {
  const thread = await talkative();
  const second = { ...block, content: "Both.", signature: "YWdhaW4=" };
  const { client, asked } = await serve([
    [200, compacted([block])],
    [200, anthropicAnswer.events],
    [200, compacted([second])],
  ]);
  const summarize = anthropicCompaction({ client, model, instructions: "Be short." });
  await thread.compact({ summarize });
  await thread.runTurn("And now?", { model: anthropicBetaModel({ client, model }), maxRounds: 1 });
  await thread.compact({ summarize });
  expect(asked.map(({ beta }) => beta)).toEqual(Array(3).fill("compact-2026-09-04"));
  expect(asked[1]?.body).toMatchObject({ messages: [{ content: [block] }, { role: "user" }] });
  expect(asked[2]?.body).toMatchObject({
    compaction: { type: "summarize", instructions: "Be short." },
    messages: [{ content: [block] }, { role: "user" }, { role: "assistant" }, { role: "user" }],
  });
  const { body } = anthropicBeta.toRequest(thread.prompt({ model }));
  expect(body.messages).toMatchObject([
    { content: [second] },
    { content: [{ text: "Continue." }] },
  ]);
  expect(checkAnthropicRequest(body)).toEqual([]);
});

test("context of a running turn is told after the block", async () => {
  const thread = await talkative();
  const { client } = await serve([[200, compacted([block])]]);
  const turn = await thread.startTurn({ model, cwd: "/srv/tide" });
  await turn.recordUserInput("And on Sundays?");
  await thread.compact({ summarize: anthropicCompaction({ client, model }) });
  const { body, repairs } = anthropicBeta.toRequest(thread.prompt({ model }));
  expect(body.messages[0]).toMatchObject({ content: [block] });
  expect(JSON.stringify(body.messages.slice(1))).toContain("/srv/tide");
  expect(JSON.stringify(body.messages.slice(1))).not.toContain("Sundays");
  expect(repairs.map(({ kind }) => kind)).toContain("reordered");
  expect(checkAnthropicRequest(body)).toEqual([]);
});

test("a full window trims, a busy provider is asked again, no summary changes nothing", async () => {
  const thread = await talkative();
  const error = (type: string, message: string) => ({ type: "error", error: { type, message } });
  const { client, asked } = await serve([
    [400, error("invalid_request_error", "prompt is too long: 207791 tokens > 200000 maximum")],
    [529, error("overloaded_error", "Overloaded")],
    [200, compacted([block])],
    [200, compacted([{ ...block, content: null }])],
    [200, { ...compacted([{ type: "text", text: "no" }]), stop_reason: "end_turn" }],
    [400, error("invalid_request_error", "compaction: nothing to summarize")],
  ]);
  const summarize = anthropicCompaction({ client, model });
  const retries = { wait: () => Promise.resolve() };
  const done = await thread.compact({ summarize, retries });
  expect(asked).toHaveLength(3);
  expect(done).toHaveProperty("trimmed.length", 1);
  const { head } = thread.state.log;
  for (const count of [4, 5, 6]) {
    const failing = thread.compact({ summarize, retries });
    await expect(failing).rejects.toMatchObject({ code: "compaction-failed" });
    expect([asked.length, thread.state.log.head]).toEqual([count, head]);
  }
});

test("the event keeps the block as it came", async () => {
  const thread = await talkative();
  const { client } = await serve([[200, compacted([block])]]);
  await thread.compact({ summarize: anthropicCompaction({ client, model }) });
  const events: unknown[] = [];
  for await (const event of thread.source.read()) {
    if (event.type === "history.compacted") events.push(event.data);
  }
  expect(JSON.stringify(events)).toContain(JSON.stringify(block));
});

async function talkative(): Promise<Thread> {
  const thread = await openThread({ store: memoryStore() });
  await thread.setInstructions("Be brief.");
  await say(thread, "Why is the clock late?", "I shall look.");
  return thread;
}

async function say(thread: Thread, words: string, answer?: string): Promise<void> {
  const turn = await thread.startTurn({ model });
  await turn.recordUserInput(words);
  if (answer !== undefined) {
    const content = [{ type: "output_text" as const, text: answer }];
    await turn.record({ item: { type: "message", role: "assistant", content }, origin: "model" });
  }
  await turn.complete();
}

interface Asked {
  readonly url: string | undefined;
  readonly beta: string | string[] | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The wire form, through the official client; a list is the events of a stream. */
async function serve(answers: readonly (readonly [status: number, body: unknown])[]) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void readText(request).then((text) => {
      const [status, answer] = answers[asked.length] ?? [500, {}];
      const body = JsonObject.parse(JSON.parse(text));
      asked.push({ url: request.url, beta: request.headers["anthropic-beta"], body });
      const isStream = Array.isArray(answer);
      response.writeHead(status, {
        "content-type": isStream ? "text/event-stream" : "application/json",
      });
      response.end(isStream ? answer.map(serverSentEvent).join("") : JSON.stringify(answer));
    });
  });
  const { url, close } = await listenLocally(server);
  onTestFinished(close);
  return { client: new Anthropic({ apiKey: "none", baseURL: url, maxRetries: 0 }), asked };
}
