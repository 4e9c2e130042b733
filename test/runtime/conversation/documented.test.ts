import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { Conversation } from "../../../src/runtime/conversation/conversation.js";
import { serveAnswer } from "../../projections/providers/fake-api.js";
import { responsesAnswer } from "../../projections/providers/recorded-answers.js";
import { temporaryHome } from "../../store/jsonl/home.js";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const FENCE = /```ts\n([\s\S]*?)```/;

/** The example runs as it is; client and home are what a reader has already. */
test("the example of docs/conversations.md runs, twice, and goes on with one conversation", async () => {
  const example = FENCE.exec(readFileSync(join(ROOT, "docs/conversations.md"), "utf8"))?.[1] ?? "";
  const api = await serveAnswer(responsesAnswer);
  const folder = temporaryHome();
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(ROOT, join(folder, "node_modules", "refold"), "dir");
  symlinkSync(join(ROOT, "node_modules", "openai"), join(folder, "node_modules", "openai"), "dir");
  const client = JSON.stringify({ apiKey: "none", baseURL: `${api.url}/v1`, maxRetries: 0 });
  const home = join(folder, "home");
  writeFileSync(
    join(folder, "example.mjs"),
    [
      'import OpenAI from "openai";',
      `const home = ${JSON.stringify(home)};`,
      `const openai = new OpenAI(${client});`,
      example,
    ].join("\n"),
  );
  for (const messages of [2, 4]) {
    await promisify(execFile)(process.execPath, [join(folder, "example.mjs")]);
    expect(await Conversation.list({ home })).toMatchObject([
      { name: "tides", provider: "anthropic", model: "claude-opus-4-8", messageCount: messages },
    ]);
  }
  expect(api.seen.length).toBe(2);
});
