import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { LogEvent } from "../../../src/events/event.js";
import {
  decodeFrameHeader,
  encodeFrame,
  encodeTable,
  frameHeaderBytes,
  tableFootBytes,
} from "../../../src/store/jsonl/archive-frames.js";
import { openArchive } from "../../../src/store/jsonl/archived-log.js";
import { writeArchive } from "../../../src/store/jsonl/change-form.js";
import { nodeFileSystem } from "../../../src/store/jsonl/file-system.js";
import { readBytes } from "../../../src/store/jsonl/lines.js";
import { temporaryHome } from "./home.js";
import {
  countingFileSystem,
  eventsBackward,
  eventsOf,
  logOnDisk,
  readAround,
} from "./log-on-disk.js";
import { sampleLog } from "./sample-log.js";

const seeds = fc.integer({ min: 0, max: 1_000_000 });
const frameSizes = fc.integer({ min: 300, max: 6000 });

test("every reading of an archive is that of the log, whatever the frames", async () => {
  const property = fc.asyncProperty(seeds, frameSizes, async (seed, frameBytes) => {
    const { bytes, batches } = sampleLog(seed, 1 + (seed % 12));
    const all = batches.flat();
    const archive = openArchive(nodeFileSystem, await archiveOf(bytes, frameBytes));
    expect(archive.sizeBytes).toBe(bytes.length);
    expect(readBytes(archive, 0, bytes.length).equals(bytes)).toBe(true);
    expect(eventsOf(archive)).toEqual(all);
    expect(eventsBackward(archive)).toEqual(all.toReversed());
    const from = seed % all.length;
    expect(eventsOf(archive, { from, to: from + 5 })).toEqual(all.slice(from, from + 6));
    expect(eventsBackward(archive, from)).toEqual(all.slice(0, from + 1).reverse());
    archive[Symbol.dispose]();
  });
  await fc.assert(property, { numRuns: 30 });
});

test("an archive is a gzip file of the log, and the same bytes at every time", async () => {
  const property = fc.asyncProperty(seeds, frameSizes, async (seed, frameBytes) => {
    const { bytes } = sampleLog(seed, 1 + (seed % 12));
    const archive = readFileSync(await archiveOf(bytes, frameBytes));
    expect(gunzipSync(archive).equals(bytes)).toBe(true);
    expect(readFileSync(await archiveOf(bytes, frameBytes)).equals(archive)).toBe(true);
  });
  await fc.assert(property, { numRuns: 10 });
});

test("law 3: of an archive cut at any byte every whole frame is read, and the rest reported", async () => {
  const { bytes, batches } = sampleLog(5, 6);
  const all = batches.flat();
  const path = await archiveOf(bytes, 700);
  const whole = readFileSync(path);
  const frames = framesOf(whole);
  const borders = frames.flatMap(({ end }) => [end - 1, end, end + 1]);
  const sizes = Array.from({ length: Math.ceil(whole.length / 17) }, (_, index) => index * 17);
  for (const size of [...sizes, ...borders, whole.length - 1]) {
    writeFileSync(path, whole.subarray(0, size));
    const kept = frames.filter(({ end }) => end <= size);
    if (kept.length === 0) {
      expect(() => openArchive(nodeFileSystem, path)).toThrow(/no whole frame begins/);
      continue;
    }
    const log = openArchive(nodeFileSystem, path);
    const { events, damage } = readAround(log);
    const keptBytes = kept.reduce((sum, { logBytes }) => sum + logBytes, 0);
    expect(events).toEqual(all.slice(0, wholeEvents(batches, bytes, keptBytes)));
    if (keptBytes === bytes.length) {
      expect(damage).toEqual([]); // only the table is gone
      expect(eventsOf(log)).toEqual(all);
    } else {
      expect(damage.map(({ reason }) => reason)).toContain("archive");
      expect(() => eventsOf(log)).toThrow(expect.objectContaining({ code: "damaged-log" }));
      expect(() => eventsBackward(log)).toThrow(expect.objectContaining({ code: "damaged-log" }));
      expect(log.findLost(0, log.sizeBytes)).toMatchObject({
        code: "archive-damaged",
        details: { logByte: keptBytes, why: "the archive was cut short" },
      });
    }
    log[Symbol.dispose]();
  }
});

test("a byte of an archive that is altered is reported, or changes nothing", async () => {
  const { bytes, batches } = sampleLog(8, 8);
  const all = batches.flat();
  const path = await archiveOf(bytes, 900);
  const whole = readFileSync(path);
  const property = fc.property(
    fc.nat(whole.length - 1),
    fc.integer({ min: 1, max: 255 }),
    (at, by) => {
      const altered = Buffer.from(whole);
      altered[at] = (altered[at] ?? 0) ^ by;
      writeFileSync(path, altered);
      const log = openedOrNull(path);
      if (log === null) return; // its first frame and its table do not say where it begins
      const { events, damage } = readAround(log);
      log[Symbol.dispose]();
      if (damage.length === 0) expect(events).toEqual(all);
      const known = new Map(all.map((event) => [event.offset, event]));
      for (const event of events) expect(event).toEqual(known.get(event.offset));
    },
  );
  fc.assert(property, { numRuns: 200 });
});

test("a frame that is damaged takes its own lines with it, and its place is told", async () => {
  const { bytes, batches } = sampleLog(9, 12);
  const path = await archiveOf(bytes, 1500);
  const altered = readFileSync(path);
  const [, second] = framesOf(altered);
  if (second === undefined) throw new Error("the sample has one frame");
  altered.fill(0, second.end - 40, second.end - 10);
  writeFileSync(path, altered);
  const log = openArchive(nodeFileSystem, path);
  const { events, damage } = readAround(log);
  expect(damage[0]).toMatchObject({ reason: "archive", byte: second.logStart });
  expect(events.at(-1)).toEqual(batches.flat().at(-1));
  expect(log.findLost(0, log.sizeBytes)).toMatchObject({
    details: { logByte: second.logStart, why: "a frame is damaged" },
  });
  log[Symbol.dispose]();
});

test("the tail of an archive is read without what stands before it", async () => {
  const { bytes, batches } = sampleLog(10, 2000);
  const path = await archiveOf(bytes, 16 * 1024);
  const fileSystem = countingFileSystem();
  const log = openArchive(fileSystem, path);
  const [newest] = eventsBackward({ ...log, sizeBytes: bytes.length }, undefined).slice(0, 1);
  expect(newest).toEqual(batches.flat().at(-1));
  log[Symbol.dispose]();
  const again = countingFileSystem();
  const tail = openArchive(again, path);
  expect(readBytes(tail, bytes.length - 1000, bytes.length).length).toBe(1000);
  expect(again.readBytes).toBeLessThan(readFileSync(path).length / 10);
  tail[Symbol.dispose]();
});

test("a table that does not fit the file is not believed", async () => {
  const { bytes, batches } = sampleLog(12, 6);
  const path = await archiveOf(bytes, 700);
  const whole = readFileSync(path);
  const frames = framesOf(whole);
  const table = encodeTable([{ storedBytes: 10, logBytes: 4_000_000_000 }]);
  writeFileSync(path, Buffer.concat([whole.subarray(0, frames.at(-1)?.end), table]));
  const log = openArchive(nodeFileSystem, path);
  expect(eventsOf(log)).toEqual(batches.flat());
  log[Symbol.dispose]();
});

test("a table whose sum is wrong is not believed, though its frames fill the file", async () => {
  const { bytes, batches } = sampleLog(12, 12);
  const path = await archiveOf(bytes, 700);
  const whole = readFileSync(path);
  const entriesAt = (framesOf(whole).at(-1)?.end ?? 0) + encodeTable([]).length - tableFootBytes;
  const [one, other] = [entriesAt, entriesAt + 8].map((at) => whole.subarray(at, at + 8));
  const swapped = Buffer.concat([other, one].filter((entry) => entry !== undefined));
  expect(swapped.equals(whole.subarray(entriesAt, entriesAt + 16))).toBe(false);
  swapped.copy(whole, entriesAt);
  writeFileSync(path, whole);
  const log = openArchive(nodeFileSystem, path);
  expect(eventsOf(log)).toEqual(batches.flat());
  log[Symbol.dispose]();
});

test("an archive that lost a frame in its middle ends before it, and says so", async () => {
  const { bytes, batches } = sampleLog(12, 12);
  const path = await archiveOf(bytes, 700);
  const whole = readFileSync(path);
  const [first, second] = framesOf(whole);
  const rest = whole.subarray(second?.end, framesOf(whole).at(-1)?.end);
  writeFileSync(path, Buffer.concat([whole.subarray(0, first?.end), rest]));
  const log = openArchive(nodeFileSystem, path);
  const { events, damage } = readAround(log);
  expect(events).toEqual(
    batches.flat().slice(0, wholeEvents(batches, bytes, first?.logBytes ?? 0)),
  );
  expect(damage.map(({ reason }) => reason)).toContain("archive");
  log[Symbol.dispose]();
});

test("frames that say they have no bytes, or more than any, are none", () => {
  const header = encodeFrame(Buffer.from("{}\n"), Buffer.alloc(0), {
    ...{ logStart: 0, totalLogBytes: 3 },
  });
  const sizes = frameHeaderBytes - 24;
  for (const [storedBytes, logBytes] of [
    [0, 0],
    [header.length, 0xffff_fff0],
  ] as const) {
    const bytes = Buffer.from(header);
    bytes.writeUInt32LE(storedBytes, sizes);
    bytes.writeUInt32LE(logBytes, sizes + 4);
    for (const archive of [
      bytes,
      Buffer.concat([bytes, encodeTable([{ storedBytes, logBytes }])]),
    ]) {
      const path = join(temporaryHome(), "thread.jsonl.gz");
      writeFileSync(path, archive);
      expect(() => openArchive(nodeFileSystem, path)).toThrow(
        expect.objectContaining({ code: "archive-damaged" }),
      );
    }
  }
});

async function archiveOf(bytes: Buffer, frameBytes: number): Promise<string> {
  const log = logOnDisk(bytes);
  const path = join(temporaryHome(), "log.jsonl.gz");
  const target = openSync(path, "w");
  await writeArchive(log, { fileSystem: nodeFileSystem, target, frameBytes });
  closeSync(target);
  return path;
}

function openedOrNull(path: string) {
  try {
    return openArchive(nodeFileSystem, path);
  } catch (error) {
    expect(error).toMatchObject({ code: "archive-damaged" });
    return null;
  }
}

/** Walks the frames by their own headers. */
function framesOf(archive: Buffer) {
  const frames = [];
  for (let start = 0; ;) {
    const header = decodeFrameHeader(archive.subarray(start, start + frameHeaderBytes));
    if (header === null) return frames;
    start += header.storedBytes;
    frames.push({ ...header, end: start });
  }
}

/** How many events are in whole batches before a byte. */
function wholeEvents(
  batches: readonly (readonly LogEvent[])[],
  bytes: Buffer,
  endByte: number,
): number {
  let [events, whole] = [0, 0];
  let lines = bytes.subarray(0, endByte).filter((byte) => byte === 0x0a).length;
  for (const batch of batches) {
    lines -= batch.length;
    events += batch.length;
    if (lines < 0) break;
    whole = events;
  }
  return whole;
}
