import { expect, test } from "vitest";
import {
  findBatchEnd,
  findBatchStart,
  findEvent,
  findLogEnd,
} from "../../../src/store/jsonl/find-batch.js";
import { encodeBatch, encodeLog } from "../../../src/store/jsonl/line-encoder.js";
import { lastSum } from "../../../src/store/jsonl/line-ending.js";
import { heldLog } from "../../../src/store/jsonl/log-file.js";
import { sampleEvent, sampleLog, seededRandom } from "./sample-log.js";

test("in an undamaged log every event is found, where its batch begins and after where it ends", () => {
  const { bytes, batches } = sampleLog(11, 250);
  const log = heldLog("log.jsonl", bytes);
  let [startByte, head] = [0, 0];
  const sizes = [...encodeLog(batches)].map(({ length }) => length);
  for (const [index, batch] of batches.entries()) {
    const endByte = startByte + (sizes[index] ?? 0);
    for (const event of batch) {
      expect(findEvent(log, event.offset)?.event).toEqual(event);
      expect(findBatchStart(log, event.offset)).toBe(startByte);
      expect(findBatchEnd(log, event.offset)).toBe(endByte);
    }
    startByte = endByte;
    head += batch.length;
  }
  expect(findLogEnd(log)).toMatchObject({ head, byte: bytes.length });
  expect(findEvent(log, head)).toBeNull();
  expect(findBatchStart(log, head)).toBeNull();
});

test("after a batch that breaks off nothing is certain: the whole log is to be read", () => {
  const random = seededRandom(1);
  const at = (offset: number) => sampleEvent(offset, "text", random);
  const broken = encodeBatch([at(1), at(2), at(3)]);
  const beginning = broken.subarray(0, broken.indexOf("\n") + 1);
  const bytes = Buffer.concat([encodeBatch([at(0)]), beginning, encodeBatch([at(2)])]);
  expect(findBatchStart(heldLog("log.jsonl", bytes), 2)).toBeNull();
});

test("a line that begins exactly where the search halves the log is found", () => {
  const random = seededRandom(1);
  const before = Array.from({ length: 300 }, (_, offset) => sampleEvent(offset, "text", random));
  const half = encodeBatch(before);
  const after = lastSum(half);
  const empty = encodeBatch([sampleEvent(before.length, "", random)], { after });
  const filler = "x".repeat(half.length - empty.length);
  const behind = encodeBatch([sampleEvent(before.length, filler, random)], { after });
  const log = heldLog("log.jsonl", Buffer.concat([half, behind]));
  expect(findBatchStart(log, before.length)).toBe(log.sizeBytes / 2);
});

test("a line that was found before is found where it is now, when the file is another one", () => {
  const random = seededRandom(1);
  const batch = (text: string) =>
    encodeBatch(Array.from({ length: 300 }, (_, offset) => sampleEvent(offset, text, random)));
  for (const bytes of [batch("text"), batch("a longer text"), batch("")]) {
    const log = heldLog("replaced.jsonl", bytes);
    for (const again of [false, true]) {
      const found = findEvent(log, 200);
      expect(found?.event.offset, String(again)).toBe(200);
      expect(bytes.toString("utf8", found?.byte).startsWith('{"offset":200,')).toBe(true);
    }
  }
});

test("a line that was found is not searched for again", () => {
  const random = seededRandom(1);
  const events = Array.from({ length: 2000 }, (_, offset) => sampleEvent(offset, "text", random));
  const held = heldLog("searched.jsonl", encodeBatch(events));
  let reads = 0;
  const read = (into: Uint8Array, position: number) => {
    reads += 1;
    return held.read(into, position);
  };
  findEvent({ ...held, read }, 700);
  const searching = reads;
  findEvent({ ...held, read }, 700);
  expect([searching > 3, reads - searching]).toEqual([true, 1]);
});
