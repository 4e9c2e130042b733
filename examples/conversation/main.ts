/**
 * Holds one conversation in two processes, with two providers: the second goes on where the first
 * ended, and its model sees that one of the first one's calls failed.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Conversation, resumeState, type LedgerEntry } from "refold";
import { openSession } from "refold/sessions";
import { startModelServer } from "./model-server.js";

const CHAT = fileURLToPath(new URL("chat.js", import.meta.url));
const home = mkdtempSync(join(tmpdir(), "refold-conversation-"));
const { url, server } = await startModelServer();
try {
  await chat("openai", "When is the water high at Whitbey?");
  await chat("anthropic", "How often did you ask, and did it work?");
  for (const { id, name, provider, messageCount } of await Conversation.list({ home })) {
    console.log(`${name}: ${messageCount} messages, now with ${provider}`);
    await show(id);
  }
} finally {
  server.closeAllConnections();
  server.close();
  rmSync(home, { recursive: true, force: true });
}

/** Each turn is a process of its own: nothing but the thread goes from one to the next. */
async function chat(provider: string, words: string): Promise<void> {
  await promisify(execFile)(process.execPath, [CHAT, home, url, provider, words]);
}

async function show(id: string): Promise<void> {
  const session = await openSession(id, { home });
  const { ledger } = await resumeState(session.source);
  for (const entry of ledger.entries) console.log(`  ${wordsOf(entry)}`);
  await session.close();
}

function wordsOf({ item, failed }: LedgerEntry): string {
  switch (item.type) {
    case "message":
      return `${item.role}: ${item.content.map((part) => ("text" in part ? part.text : "")).join("")}`;
    case "function_call":
      return `${item.name} ${item.arguments}`;
    case "function_call_output":
      return `${failed === true ? "failed" : "gave"}: ${JSON.stringify(item.output)}`;
    default:
      return item.type;
  }
}
