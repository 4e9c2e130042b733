import assert from "node:assert/strict";
import type { LogEvent } from "../../src/events/event.js";
import type { EventStore } from "../../src/store/event-store.js";
import type { Acknowledged } from "./appender.js";

/** Reads the thread, and checks that its batches are as they were made. */
export async function wholeBatches(
  store: EventStore,
  threadId: string,
): Promise<readonly Acknowledged[]> {
  const batches: Acknowledged[] = [];
  let offset = 0;
  let missing = 0;
  for await (const event of store.read(threadId)) {
    assert.equal(event.offset, offset, "offsets are contiguous");
    const { writer, sequence, index, size } = decodeText(event);
    if (index === 0) {
      assert.equal(missing, 0, `the batch before offset ${offset} is whole`);
      batches.push({ writer, sequence, offset, size });
      missing = size;
    }
    const { writer: batchWriter, sequence: batchSequence } = batches.at(-1) ?? {};
    assert.deepEqual([writer, sequence], [batchWriter, batchSequence]);
    assert.equal(index, size - missing);
    missing -= 1;
    offset += 1;
  }
  assert.equal(missing, 0, "the last batch is whole");
  return batches;
}

/** @returns how many stored batches nobody was told of */
export function checkAcknowledged(
  stored: readonly Acknowledged[],
  acknowledged: readonly Acknowledged[],
): number {
  const byOffset = new Map(stored.map((batch) => [batch.offset, batch]));
  for (const batch of acknowledged) {
    assert.deepEqual(byOffset.get(batch.offset), batch, "an acknowledged batch is stored");
  }
  const names = stored.map(({ writer, sequence }) => `${writer} ${sequence}`);
  assert.equal(new Set(names).size, names.length, "no batch is stored twice");
  return stored.length - acknowledged.length;
}

function decodeText(event: LogEvent) {
  const text = /"(?:message|version)":"(\S+) (\d+) (\d+)\/(\d+) x*"/.exec(
    JSON.stringify(event.data),
  );
  assert.ok(text, `the event at offset ${event.offset} is one of an appender's`);
  const [, writer = "", sequence, index, size] = text;
  return { writer, sequence: Number(sequence), index: Number(index), size: Number(size) };
}
