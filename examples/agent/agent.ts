/**
 * A small agent: one tool, a real model API, and a thread that survives being killed.
 * Usage: agent.js HOME WORKSPACE BASE_URL [THREAD]
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import OpenAI from "openai";
import { z } from "zod";
import {
  jsonlStore,
  openaiResponses,
  openThread,
  resumeThread,
  type Item,
  type Turn,
} from "refold";

const Arguments = z.object({ path: z.string() });
const [home = "", workspace = "", baseURL = "", threadId] = process.argv.slice(2);
const store = jsonlStore({ home });
const client = new OpenAI({ baseURL, apiKey: "none is needed here", maxRetries: 0 });
const terminal = createInterface({ input: process.stdin });

const thread =
  threadId === undefined
    ? await openThread({ store }, { cwd: workspace, title: "Count the lines" })
    : await resumeThread(threadId, { store });
console.log(`thread ${thread.id}`);

const turn = await thread.startTurn({
  model: "gpt-5.5",
  provider: "openai",
  cwd: workspace,
  approvalPolicy: "untrusted",
  instructions: "You answer questions about files. Use the tool; do not guess.",
  tools: [
    {
      kind: "function",
      name: "count_lines",
      description: "Counts the lines of a file.",
      parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    },
  ],
});
await turn.recordUserInput(
  threadId === undefined ? "How many lines has poem.txt?" : "You were cut off. Please go on.",
);
for (;;) {
  const calls = await sample(turn);
  if (calls.length === 0) break;
  for (const call of calls) await runTool(turn, call);
}
await turn.complete();
await thread.close();
await store.close();
terminal.close();

type FunctionCall = Extract<Item, { type: "function_call" }>;

/** One request: the prompt goes out, and what comes back is recorded. */
async function sample(running: Turn): Promise<readonly FunctionCall[]> {
  const { body, offset } = await running.request({
    provider: openaiResponses,
    target: { provider: "openai", model: "gpt-5.5" },
  });
  console.log(`request ${JSON.stringify(body.input)}`);
  let stream = openaiResponses.initialStream();
  for await (const chunk of await client.responses.create({ ...body, stream: true })) {
    stream = openaiResponses.foldStream(stream, chunk);
  }
  const { items, usage } = openaiResponses.streamResult(stream);
  await running.record(...items);
  if (usage !== null) await running.reportUsage(usage, { request: offset });
  for (const { item } of items) if (item.type === "message") console.log(`model ${text(item)}`);
  return items.flatMap(({ item }) => (item.type === "function_call" ? item : []));
}

async function runTool(running: Turn, call: FunctionCall): Promise<void> {
  console.log(`approve ${call.name} ${call.arguments}?`);
  await terminal[Symbol.asyncIterator]().next();
  const { path } = Arguments.parse(JSON.parse(call.arguments));
  const output = String(readFileSync(join(workspace, path), "utf8").trimEnd().split("\n").length);
  await running.recordToolOutput({ type: "function_call_output", call_id: call.call_id, output });
}

function text(message: Extract<Item, { type: "message" }>): string {
  return message.content.map((part) => ("text" in part ? part.text : "")).join("");
}
