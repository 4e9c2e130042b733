import { stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { EventSource } from "../../events/event-source.js";
import type { LogEvent } from "../../events/event.js";
import { pathRefused } from "./path-refused.js";

const POLL_MS = 200;

/**
 * Events of a file from `from` on, then those that its tool goes on to write. The file is read again
 * from the last event whenever its size has changed: other tools' files name no offsets.
 * @throws {FileNotFound} the file went @throws {NoPermission}
 */
export async function* followFile(
  path: string,
  source: EventSource,
  { from, signal }: { readonly from: number; readonly signal: AbortSignal },
): AsyncGenerator<LogEvent> {
  let next = from;
  let readBytes = -1;
  const isStopped = (): boolean => signal.aborted; // at any await
  while (!isStopped()) {
    const size = await sizeOf(path);
    if (size === readBytes) {
      await pauseUnlessAborted(signal);
      continue;
    }
    readBytes = size;
    for await (const event of source.read({ from: next })) {
      if (isStopped()) return;
      yield event;
      next = event.offset + 1;
    }
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    throw pathRefused(path, error);
  }
}

async function pauseUnlessAborted(signal: AbortSignal): Promise<void> {
  try {
    await pause(POLL_MS, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error; // to stop is what was asked for
  }
}
