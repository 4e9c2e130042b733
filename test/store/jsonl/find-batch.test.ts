import { expect, test } from "vitest";
import {
  findBatchEnd,
  findBatchStart,
  findEvent,
  findLogEnd,
} from "../../../src/store/jsonl/find-batch.js";
import { encodeBatch } from "../../../src/store/jsonl/line-codec.js";
import { heldLog } from "../../../src/store/jsonl/log-file.js";
import { sampleLog } from "./sample-log.js";

test("in an undamaged log every event is found, where its batch begins and behind where it ends", () => {
  const { bytes, batches } = sampleLog(11, 400);
  const log = heldLog("log.jsonl", bytes);
  let [startByte, head] = [0, 0];
  for (const batch of batches) {
    const endByte = startByte + encodeBatch(batch).length;
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
