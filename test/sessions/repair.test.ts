import { isRefoldError } from "../../src/errors.js";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openForeign } from "../../src/dialects/dialects.js";
import type { LogEvent } from "../../src/events/event.js";
import { repairFile } from "../../src/sessions/repair-file.js";
import type { Repair } from "../../src/sessions/repair-file.js";
import { contentOf, recordedSessions } from "../cli/recorded-sessions.js";
import { collect, memoryBytes } from "../dialects/shared/memory-bytes.js";
import { temporaryHome } from "../store/jsonl/home.js";
import { eventsOf, logOnDisk, openUntilEnd, readAround } from "../store/jsonl/log-on-disk.js";
import { sampleLog, seededRandom } from "../store/jsonl/sample-log.js";
import { makeNoise } from "../torture/noise.js";

const CASES = 300;

test("a repaired rollout opens without damage, and holds what reading around the damage gives", async () => {
  let damaged = 0;
  const path = join(temporaryHome(), "noisy.jsonl");
  for (let number = 0; number < CASES; number++) {
    const bytes = noisyLog(number);
    writeFileSync(path, bytes);
    const { events, damage } = readAround(openUntilEnd(path));
    if (damage.length > 0) damaged++;
    if (events.length === 0) continue;
    const { repair, content } = await repaired(path);
    const again = eventsOf(logOnDisk(content)); // strict: damage would be an error
    expect(again.filter(({ data }) => !isStandIn(data))).toEqual(withoutStart(events, repair));
    expect(again.map(({ offset }) => offset)).toEqual(contiguous(again));
    expect(again).toHaveLength(repair.events);
    expect(again.length - repair.standIns).toBe(events.length);
    expectTiled(repair, { bytes, kept: keptBytes(content) });
    expect(readFileSync(path).equals(bytes)).toBe(true);
  }
  expect(damaged).toBeGreaterThan(CASES / 3);
});

test("a rollout without damage is copied byte for byte", async () => {
  const { bytes } = sampleLog(7, 12);
  const { path } = logOnDisk(bytes);
  const { repair, content } = await repaired(path);
  expect(content.equals(bytes)).toBe(true);
  expect(repair).toMatchObject({ standIns: 0, leftOut: [] });
});

test("a repaired session of another tool gives the events that were read around its damage", async () => {
  let damaged = 0;
  for (const { path } of recordedSessions().slice(0, 8)) {
    const content = contentOf(path).subarray(0, 200_000);
    for (let seed = 0; seed < 12; seed++) {
      const noisy = makeNoise(content, seededRandom(seed));
      const opened = await openForeign(memoryBytes(noisy)).catch(ignoreRefusal);
      const events = opened && (await collect(opened.rollout.source.read()).catch(ignoreRefusal));
      if (!opened || !events) continue;
      if (opened.rollout.damage().length > 0) damaged++;
      const copy = await gathered(opened.dialect.wholeLines(opened.rollout.content));
      const again = await openForeign(memoryBytes(copy));
      expect(await collect(again.rollout.source.read())).toEqual(events);
      expect(again.rollout.damage()).toEqual([]);
    }
  }
  expect(damaged).toBeGreaterThan(0);
});

test("a file of which no event can be read is refused", async () => {
  const [line = ""] = sampleLog(1, 3).bytes.toString("latin1").split("\n");
  const { path } = logOnDisk(Buffer.from(`${line.replace('"at"', '"ta"')}\n`, "latin1"));
  const refusal = await repairFile(path).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: "damaged-log" });
});

function noisyLog(number: number): Buffer {
  const random = seededRandom(number);
  const { bytes } = sampleLog(number, 3 + Math.floor(random() * 12));
  return makeNoise(makeNoise(bytes, random), random);
}

async function repaired(path: string): Promise<{ repair: Repair; content: Buffer }> {
  const repair = await repairFile(path);
  return { repair, content: await gathered(repair.parts()) };
}

/** Each part is valid only until the next is asked for. */
async function gathered(parts: ReturnType<Repair["parts"]>): Promise<Buffer> {
  const copies: Buffer[] = [];
  for await (const part of parts) copies.push(Buffer.from(part));
  return Buffer.concat(copies);
}

function isStandIn(data: unknown): boolean {
  return JSON.stringify(data).includes('"kind":"repaired"');
}

/** A `thread.started` that stands in for a lost one is no event of the log. */
function withoutStart(events: readonly LogEvent[], { standIns }: Repair): readonly unknown[] {
  if (events[0]?.offset === 0 || standIns === 0) return events;
  return [expect.objectContaining({ offset: 0, type: "thread.started" }), ...events];
}

function contiguous(events: readonly LogEvent[]): readonly number[] {
  return events.map((_, index) => (events[0]?.offset ?? 0) + index);
}

/** Bytes of the copy that stood in the file. */
function keptBytes(content: Buffer): number {
  return content
    .toString("latin1")
    .split(/(?<=\n)/)
    .filter(
      (line) =>
        !line.includes('"kind":"repaired"') &&
        !line.includes(
          '"cwd":null,"source":{"dialect":"refold","version":null},"memoryMode":null,"title":null',
        ),
    )
    .reduce((sum, line) => sum + line.length, 0);
}

/** Every byte of the file is either in the copy or told of, and none is both. */
function expectTiled(
  { leftOut }: Repair,
  { bytes, kept }: { readonly bytes: Buffer; readonly kept: number },
): void {
  let end = 0;
  for (const place of leftOut) {
    expect(place.byte).toBeGreaterThanOrEqual(end);
    end = place.byte + place.bytes;
    expect(place.line).toBe(bytes.subarray(0, place.byte).toString("latin1").split("\n").length);
  }
  expect(end).toBeLessThanOrEqual(bytes.length);
  expect(kept + leftOut.reduce((sum, place) => sum + place.bytes, 0)).toBe(bytes.length);
}

function ignoreRefusal(error: unknown): undefined {
  if (!isRefoldError(error)) throw error;
  return undefined;
}
