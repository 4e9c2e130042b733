/**
 * Runs the agent, kills it while its tool waits for approval, and runs it again on the same thread:
 * the second run goes on from what the log says.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import { fileURLToPath } from "node:url";
import { startModelServer } from "./model-server.js";

const folder = mkdtempSync(join(tmpdir(), "refold-agent-"));
writeFileSync(
  join(folder, "poem.txt"),
  "Tide comes in,\ntide goes out,\nand the clock\nis an hour late.\n",
);
const { url, server } = await startModelServer();
try {
  const first = startAgent([join(folder, "home"), folder, url]);
  const threadId = await lineAfter(first.lines, "thread ");
  await lineAfter(first.lines, "approve ");
  first.child.kill("SIGKILL");
  console.log(`killed while a tool waited for approval; thread ${threadId} goes on:`);

  const second = startAgent([join(folder, "home"), folder, url, threadId]);
  const prompt = await lineAfter(second.lines, "prompt ");
  check(
    prompt.includes('"output":"aborted"'),
    "the call that was cut off is answered by `aborted`",
  );
  check(prompt.includes("<turn_aborted>"), "the model is told that the turn before ended early");
  await lineAfter(second.lines, "approve ");
  second.child.stdin?.write("yes\n");
  const answer = await lineAfter(second.lines, "model ");
  check(answer === "The poem has 4 lines.", `the model answers: ${answer}`);
  second.child.stdin?.end();
} finally {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
}

interface RunningAgent {
  readonly child: ChildProcess;
  readonly lines: AsyncIterator<string>;
}

function startAgent(args: readonly string[]): RunningAgent {
  const script = fileURLToPath(new URL("agent.js", import.meta.url));
  const child = spawn(process.execPath, [script, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  const reader: Interface = createInterface({ input: child.stdout });
  return { child, lines: reader[Symbol.asyncIterator]() };
}

/** The rest of the first line that begins so. */
async function lineAfter(lines: AsyncIterator<string>, start: string): Promise<string> {
  for (;;) {
    const line = await lines.next();
    if (line.done === true) throw new Error(`the agent ended before it said "${start.trim()}"`);
    if (line.value.startsWith(start)) return line.value.slice(start.length);
  }
}

function check(isSo: boolean, what: string): void {
  console.log(`${isSo ? "ok  " : "FAIL"} ${what}`);
  if (!isSo) process.exitCode = 1;
}
