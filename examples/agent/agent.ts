/**
 * A small agent: one tool, a real model API, and a thread that survives being killed.
 * Usage: agent.js HOME WORKSPACE BASE_URL [THREAD]
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import OpenAI from "openai";
import { z } from "zod";
import { defineTool, jsonlStore, openThread, resumeThread } from "refold";
import { openaiResponsesModel } from "refold/openai";

const [home = "", workspace = "", baseURL = "", threadId] = process.argv.slice(2);
const store = jsonlStore({ home });
const client = new OpenAI({ baseURL, apiKey: "none is needed here" });
const terminal = createInterface({ input: process.stdin });

const countLines = defineTool({
  name: "count_lines",
  description: "Counts the lines of a file.",
  parameters: z.object({ path: z.string() }),
  run: async ({ path }) => {
    console.log(`approve count_lines ${path}?`);
    await terminal[Symbol.asyncIterator]().next();
    const text = await readFile(join(workspace, path), "utf8");
    return String(text.trimEnd().split("\n").length);
  },
});

const thread =
  threadId === undefined
    ? await openThread({ store }, { cwd: workspace, title: "Count the lines" })
    : await resumeThread(threadId, { store });
console.log(`thread ${thread.id}`);
// What a crash left is in the next prompt: its call is answered, and the model is told.
console.log(`prompt ${JSON.stringify(thread.prompt({ provider: "openai" }).items)}`);

const { text } = await thread.runTurn(
  threadId === undefined ? "How many lines has poem.txt?" : "You were cut off. Please go on.",
  {
    model: openaiResponsesModel({ client, model: "gpt-5.5" }),
    tools: [countLines],
    context: {
      cwd: workspace,
      approvalPolicy: "untrusted",
      instructions: "You answer questions about files. Use the tool; do not guess.",
    },
  },
);
console.log(`model ${text}`);
await thread.close();
await store.close();
terminal.close();
