import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { LogEvent } from "../../../src/events/event.js";
import { isKnownEvent } from "../../../src/events/known-event.js";
import { replayEvents } from "../../../src/reducers/replay-events.js";
import { openThread, resumeThread } from "../../../src/runtime/open-thread.js";
import { jsonlStore } from "../../../src/store/jsonl/jsonl-store.js";
import { plainState } from "../../../src/testing/definition.js";

const KILLS = 12;

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "refold-killed-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

test(
  "law 3: a process killed while it compacts leaves whole compactions, and the thread goes on",
  { timeout: 120_000 },
  async () => {
    const store = jsonlStore({ home });
    const thread = await openThread({ store });
    await thread.close();
    await store.close();
    let acknowledged = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      acknowledged += await compactUntilKilled(thread.id, kill);
      const stored = await storedCompactions(thread.id);
      expect(stored.compactions).toBeGreaterThanOrEqual(acknowledged);
      expect(stored.paidFor).toBe(stored.compactions);
      acknowledged = stored.compactions;
    }
    expect(acknowledged).toBeGreaterThanOrEqual(KILLS);
  },
);

/** @returns how many compactions it was told of */
async function compactUntilKilled(threadId: string, kill: number): Promise<number> {
  const script = join(import.meta.dirname, "compacter.mjs");
  const child = spawn(process.execPath, [script, home, threadId], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  let told = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    told = Number(line);
    if (told !== 1 + (kill % 3)) continue;
    await delay(kill % 5); // somewhere in the next round
    child.kill("SIGKILL");
  }
  await ended; // its output ends before it does, and until then the lease is its
  return told;
}

/** What is stored, once it is seen that readers from both ends agree on what it means. */
async function storedCompactions(
  threadId: string,
): Promise<{ readonly compactions: number; readonly paidFor: number }> {
  const store = jsonlStore({ home });
  const thread = await resumeThread(threadId, { store });
  const events: LogEvent[] = [];
  for await (const event of store.read(threadId)) events.push(event);
  expect(plainState(replayEvents(events.filter(isKnownEvent)))).toEqual(plainState(thread.state));
  const count = (type: string) => events.filter((event) => event.type === type).length;
  const counts = {
    compactions: count("history.compacted"),
    paidFor: count("usage.reported"),
  };
  await thread.close();
  await store.close();
  return counts;
}
