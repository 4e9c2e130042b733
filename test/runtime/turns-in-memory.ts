import { isRefoldError, type RefoldError } from "../../src/errors.js";
import { z } from "zod";
import type { EventOf, RefoldEvent } from "../../src/events/event.js";
import type { Item } from "../../src/events/item.js";
import { isKnownEvent } from "../../src/events/known-event.js";
import type { Usage } from "../../src/events/slices.js";
import { openThread } from "../../src/runtime/open-thread.js";
import type { Thread } from "../../src/runtime/thread.js";
import { defineTool } from "../../src/runtime/tools/tool.js";
import { memoryStore } from "../../src/store/memory.js";

export const add = defineTool({
  name: "add",
  description: "Adds two numbers.",
  parameters: z.object({ a: z.number(), b: z.number() }),
  run: ({ a, b }) => String(a + b),
});

export function call(id: string, name: string, input: unknown): Item {
  const text = typeof input === "string" ? input : JSON.stringify(input);
  return { type: "function_call", call_id: id, name, arguments: text };
}

export function usage(total: number): Usage {
  return { input: total, cachedInput: 0, cacheWrite: 0, output: 0, reasoning: 0, total };
}

export async function threadInMemory(): Promise<Thread> {
  return openThread({ store: memoryStore() });
}

export function ledgerOf({ state }: Thread) {
  return state.ledger.entries.toArray();
}

export function outputsOf(thread: Thread) {
  return ledgerOf(thread).flatMap(({ item, failed }) =>
    item.type === "function_call_output" || item.type === "custom_tool_call_output"
      ? [{ id: item.call_id, output: item.output, failed: failed === true }]
      : [],
  );
}

/** Types of events that these tests look at. */
type Looked =
  "request.sent" | "usage.reported" | "turn.aborted" | "images.replaced" | "notice.logged";

export async function eventsOf<Type extends Looked>(
  thread: Thread,
  type: Type,
): Promise<EventOf<Type>[]> {
  const events: EventOf<Type>[] = [];
  for await (const event of thread.source.read()) {
    if (isKnownEvent(event) && isOfType(event, type)) events.push(event);
  }
  return events;
}

function isOfType<Type extends Looked>(event: RefoldEvent, type: Type): event is EventOf<Type> {
  return event.type === type;
}

export async function failureOf(running: Promise<unknown>): Promise<RefoldError> {
  const failure: unknown = await running.then(
    () => null,
    (error: unknown) => error,
  );
  if (isRefoldError(failure)) return failure;
  throw new Error("no error of this library", { cause: failure });
}
