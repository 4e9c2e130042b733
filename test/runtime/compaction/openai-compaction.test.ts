import { createServer } from "node:http";
import OpenAI from "openai";
import { expect, onTestFinished, test } from "vitest";
import { JsonObject } from "../../../src/events/primitives.js";
import { openaiResponses } from "../../../src/projections/providers/openai-responses/openai-responses.js";
import { resumeState } from "../../../src/reducers/resume.js";
import { openaiCompaction } from "../../../src/runtime/compaction/provider-compaction.js";
import { openThread } from "../../../src/runtime/open-thread.js";
import type { Thread } from "../../../src/runtime/thread.js";
import { memoryStore } from "../../../src/store/memory.js";
import { plainState } from "../../../src/testing/definition.js";
import { listenLocally, readText } from "../../local-server.js";

const CONTEXT = { model: "gpt-5.5", cwd: "/srv/tide" } as const;
const MODEL = "gpt-5.5";

interface Asked {
  readonly url: string;
  readonly body: string;
}
type Answer = readonly [status: number, body: unknown];

test("the provider's own compaction stands sealed after the user's words", async () => {
  const thread = await talkative();
  const { client, asked } = await serve([[200, compacted("c2VhbGVk")]]);
  await thread.compact({ summarize: openaiCompaction({ client, model: MODEL }) });

  expect(asked).toHaveLength(1);
  expect(asked[0]?.url).toBe("/v1/responses/compact");
  expect(Object.keys(JsonObject.parse(JSON.parse(asked[0]?.body ?? "")))).toEqual([
    "model",
    "input",
    "instructions",
  ]);
  expect(asked[0]?.body).not.toContain("about to be replaced");
  const entries = thread.state.ledger.entries.toArray();
  expect(entries.map(({ item, origin }) => `${item.type} of ${origin}`)).toEqual([
    "message of user",
    "message of user",
    "compaction of model",
  ]);
  expect(thread.state.checkpoint?.summary).toBeNull();
  expect(thread.state.usage.total).toMatchObject({ input: 300, cachedInput: 20, output: 40 });
  const { input } = openaiResponses.toRequest(thread.prompt({ provider: "openai" })).body;
  expect(input.at(-1)).toMatchObject({ type: "compaction", encrypted_content: "c2VhbGVk" });
  expect(plainState(await resumeState(thread.source))).toEqual(plainState(thread.state));
});

test("every user message is kept whole before it: the endpoint's window is not pruned", async () => {
  const thread = await openThread({ store: memoryStore() });
  await thread.configure({ limits: { keptMessages: 10, compactAt: 2000 } });
  const turn = await thread.startTurn(CONTEXT);
  const image = { type: "input_image" as const, image_url: "data:image/png;base64,AAAA" };
  const said = ["tide ".repeat(2000), "And on Sundays?"];
  for (const text of said) await turn.recordUserInput([{ type: "input_text", text }, image]);
  await turn.complete();
  const before = thread.state.ledger.entries.toArray().filter(({ origin }) => origin === "user");
  const { client } = await serve([[200, compacted("c2VhbGVk")]]);
  await thread.compact({ summarize: openaiCompaction({ client, model: MODEL }) });
  const entries = thread.state.ledger.entries.toArray();
  expect(entries.slice(0, -1).map(({ item }) => item)).toEqual(before.map(({ item }) => item));
  expect(entries.at(-1)?.item).toMatchObject({ type: "compaction" });
});

test("a full window trims, a busy provider is asked again, and a refusal changes nothing", async () => {
  const thread = await talkative();
  const full = { error: { code: "context_length_exceeded", message: "too long" } };
  const { client, asked } = await serve([
    [400, full],
    [500, { error: { message: "down" } }],
    [200, compacted("b25l")],
    [401, { error: { code: "invalid_api_key", message: "no" } }],
    [200, { id: "r", object: "response.compaction", output: [] }],
  ]);
  const summarize = openaiCompaction({ client, model: MODEL });
  const retries = { wait: () => Promise.resolve() };
  const done = await thread.compact({ summarize, retries });
  expect(asked).toHaveLength(3);
  expect(done).toHaveProperty("trimmed.length", 1);
  const { head } = thread.state.log;
  for (const count of [4, 5]) {
    const failing = thread.compact({ summarize, retries });
    await expect(failing).rejects.toMatchObject({ code: "compaction-failed" });
    expect([asked.length, thread.state.log.head]).toEqual([count, head]);
  }
});

async function talkative(): Promise<Thread> {
  const thread = await openThread({ store: memoryStore() });
  await thread.setInstructions("Be brief.");
  for (const words of ["Why is the clock late?", "And on Sundays?"]) {
    const turn = await thread.startTurn(CONTEXT);
    await turn.recordUserInput(words);
    await turn.complete();
  }
  return thread;
}

function compacted(sealed: string): unknown {
  const content = [{ type: "input_text", text: "Why is the clock late?" }];
  return {
    ...{ id: "resp_1", object: "response.compaction", created_at: 1 },
    output: [
      { id: "msg_1", type: "message", role: "user", status: "completed", content },
      { id: "cmp_1", type: "compaction", encrypted_content: sealed },
    ],
    usage: {
      input_tokens: 300,
      input_tokens_details: { cached_tokens: 20 },
      output_tokens: 40,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 340,
    },
  };
}

/** The wire form, through the official client. */
async function serve(answers: readonly Answer[]) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void readText(request).then((text) => {
      const [status, body] = answers[asked.length] ?? [500, {}];
      asked.push({ url: request.url ?? "", body: text });
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    });
  });
  const { url, close } = await listenLocally(server);
  onTestFinished(close);
  return { client: new OpenAI({ apiKey: "none", baseURL: `${url}/v1` }), asked };
}
