/**
 * A process that opens the conversation `tides`, says that it did, and adds a message after each
 * line that it is told, until it is killed or its input ends. Usage: holder.mjs HOME
 */
import process from "node:process";
import { createInterface } from "node:readline";
import { Conversation } from "refold";

const [, , home] = process.argv;
const about = { provider: "openai", model: "gpt-4o" };
const conversation = await Conversation.open({ ...about, home, name: "tides" });
process.stdout.write(`${conversation.id}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  await conversation.addUserMessage(line);
  process.stdout.write(`${line}\n`);
}
