import { fileURLToPath } from "node:url";
import { lastValueFrom, toArray } from "rxjs";
import type { Item } from "../../src/events/item.js";
import type { Experiment } from "../../src/experiments/experiment.js";
import { runExperiment, type RunExperimentOptions } from "../../src/experiments/run-experiment.js";
import { scriptedModel, type ScriptStep } from "../../src/runtime/models/scripted-model.js";
import { openThread } from "../../src/runtime/open-thread.js";
import { defineTextTool } from "../../src/runtime/tools/tool.js";
import { fileBytes } from "../../src/sessions/file-bytes.js";
import { importFile } from "../../src/sessions/import-file.js";
import type { EventStore } from "../../src/store/event-store.js";
import { memoryStore } from "../../src/store/memory.js";

/** A recorded session of the fixtures, in a store of its own. */
export async function storedFixture(
  name: string,
  store: EventStore = memoryStore(),
): Promise<{ readonly store: EventStore; readonly base: string }> {
  const path = fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
  const { threadId } = await importFile(await fileBytes(path), store);
  return { store, base: threadId };
}

export const echo = defineTextTool({
  name: "echo",
  description: "Says it again.",
  run: (text) => text,
});

/** A call of `echo`, whose output is as long as its input. */
export function echoed(id: string, length: number): Item {
  return { type: "custom_tool_call", call_id: id, name: "echo", input: "e".repeat(length) };
}

const clock = { now: () => Date.parse("2026-04-01T12:00:00.000Z") };

/** A thread of our own, run by a script: turns whose outputs have these lengths. */
export async function ownThread(
  turns: readonly (readonly number[])[],
  store: EventStore = memoryStore(),
): Promise<{ readonly store: EventStore; readonly base: string }> {
  const thread = await openThread({ store, clock });
  let calls = 0;
  for (const [index, lengths] of turns.entries()) {
    const script = lengths.map((length): ScriptStep => ({
      items: [echoed(`c${calls++}`, length)],
      usage: usageOf(100 + length, 10),
    }));
    const said: Item = {
      type: "message",
      role: "assistant",
      content: [{ type: "output_text", text: `done ${index}` }],
    };
    const model = scriptedModel([...script, { items: [said], usage: usageOf(90, 5) }]);
    const context = { cwd: "/srv/tide", truncationPolicy: { mode: "bytes" as const, limit: 4000 } };
    await thread.runTurn(`turn ${index}`, { model, tools: [echo], context, compaction: false });
  }
  await thread.close();
  return { store, base: thread.id };
}

export function usageOf(input: number, output: number) {
  const parts = { cachedInput: 0, cacheWrite: 0, reasoning: 0 };
  return { input, output, ...parts, total: input + output };
}

/** Runs an experiment to its end. */
export function resultsOf(experiment: Experiment, options: RunExperimentOptions = {}) {
  return lastValueFrom(runExperiment({ clock, ...experiment }, options).pipe(toArray()));
}

/** A thread's log as it is stored. */
export async function logOf(store: EventStore, threadId: string): Promise<string> {
  let text = "";
  for await (const event of store.read(threadId)) text += `${JSON.stringify(event)}\n`;
  return text;
}
