import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** So much may be set aside between two collections beyond what V8 does by itself, in bytes. */
const GROWTH_BYTES = 32 * 1024 * 1024;

/**
 * Keeps the garbage of huge lines small: a line of 16 MiB with an image is held in several forms
 * (bytes, text, payload, decoded image), and V8 would let those of many lines pile up before it looks.
 * Called between chunks; what it costs is in proportion to what was set aside.
 */
export class HeapRelief {
  #settledBytes = usedBytes();
  #collect: (() => void) | null = null;

  relieve(): void {
    const used = usedBytes();
    if (used < this.#settledBytes + GROWTH_BYTES) {
      this.#settledBytes = Math.min(this.#settledBytes, used);
      return;
    }
    this.#collect ??= collector();
    this.#collect();
    this.#settledBytes = usedBytes();
  }
}

function usedBytes(): number {
  const { used_heap_size: inHeap, external_memory: outside } = getHeapStatistics();
  return inHeap + outside;
}

/** The engine's own collection: a context that is made behind the flag has it. */
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  return isCollector(collect) ? collect : () => undefined;
}

function isCollector(value: unknown): value is () => void {
  return typeof value === "function";
}
