import { isRefoldError, type LogDamage } from "../../../src/errors.js";
import { expect, test } from "vitest";
import { decodeLine } from "../../../src/store/jsonl/line-decoder.js";
import { encodeBatch, encodeLog } from "../../../src/store/jsonl/line-encoder.js";
import { lastSum } from "../../../src/store/jsonl/line-ending.js";
import { eventsBackward, eventsOf, logOnDisk, readAround } from "./log-on-disk.js";
import { sampleEvent, seededRandom } from "./sample-log.js";

/** Batches at the offsets 0, 1-3, 4, 5-6, 7: lines 1 to 8. */
function sampleLines(): Buffer[] {
  const random = seededRandom(1);
  const batches = [[0], [1, 2, 3], [4], [5, 6], [7]].map((offsets) =>
    offsets.map((offset) => sampleEvent(offset, "text", random)),
  );
  const bytes = Buffer.concat([...encodeLog(batches)]);
  return bytes
    .toString("latin1")
    .split(/(?<=\n)/)
    .map((line) => Buffer.from(line, "latin1"));
}

type Edit = (lines: Buffer[]) => Buffer[];
interface Row {
  readonly name: string;
  readonly edit: Edit;
  /** Offsets that are read around the damage. */
  readonly read: readonly number[];
  readonly damage: readonly string[];
}

const without =
  (...lines: number[]): Edit =>
  (all) =>
    all.filter((_, index) => !lines.includes(index + 1));
const withLine =
  (line: number, change: (bytes: Buffer) => Buffer): Edit =>
  (all) =>
    all.map((bytes, index) => (index + 1 === line ? change(bytes) : bytes));
const textOf = (change: (text: string) => string) => (bytes: Buffer) =>
  Buffer.from(change(bytes.toString("latin1")), "latin1");
const insert =
  (line: number, text: string): Edit =>
  (all) =>
    all.toSpliced(line - 1, 0, Buffer.from(text));
const swap =
  (a: number, b: number): Edit =>
  (all) => {
    const at = (line: number) => all.slice(line - 1, line);
    return all.flatMap((bytes, index) => {
      if (index + 1 === a) return at(b);
      return index + 1 === b ? at(a) : [bytes];
    });
  };
const flipped = textOf((text) => text.replace('"text"', '"tex7"'));
const noHeader = textOf((text) => `#${text.slice(1)}`);

const table: readonly Row[] = [
  { name: "nothing", edit: (all) => all, read: [0, 1, 2, 3, 4, 5, 6, 7], damage: [] },
  {
    name: "a changed byte in a batch of one",
    edit: withLine(5, flipped),
    read: [0, 1, 2, 3, 5, 6, 7],
    damage: ["line 5, offset 4: sum"],
  },
  {
    name: "a changed byte in the middle of a batch",
    edit: withLine(3, flipped),
    read: [0, 4, 5, 6, 7],
    damage: ["line 2, offset 1: batch", "line 3, offset 2: sum", "line 4, offset 3: batch"],
  },
  {
    name: "a changed byte at the end of a batch",
    edit: withLine(4, flipped),
    read: [0, 4, 5, 6, 7],
    damage: ["line 2, offset 1: batch", "line 4, offset 3: sum"],
  },
  {
    name: "a line whose beginning is gone: how far its batch goes cannot be told",
    edit: withLine(2, noHeader),
    read: [0, 4, 5, 6, 7],
    damage: ["line 2, offset 1: sum", "line 3, offset 2: batch"],
  },
  {
    name: "a first line that lost its count of lines left: the rest of its batch is no batch",
    edit: withLine(
      2,
      textOf((text) => text.replace('"left":2,', "")),
    ),
    read: [0, 4, 5, 6, 7],
    damage: ["line 2, offset 1: sum", "line 3, offset 2: batch"],
  },
  {
    name: "a first line whose count of lines left became none",
    edit: withLine(
      2,
      textOf((text) => text.replace('"left":2', '"left":0')),
    ),
    read: [0, 4, 5, 6, 7],
    damage: ["line 2, offset 1: sum", "line 3, offset 2: batch"],
  },
  {
    name: "a line with another sum",
    edit: withLine(
      5,
      textOf((text) => text.replace(/[0-9a-f]{8}"\}\n$/, '00000000"}\n')),
    ),
    read: [0, 1, 2, 3, 5, 6, 7],
    damage: ["line 5, offset 4: sum"],
  },
  {
    name: "a line that is no event, with a right sum",
    edit: withLine(5, () => encodeBatch([{ ...sampleEvent(4, "x", Math.random), at: "noon" }])),
    read: [0, 1, 2, 3, 5, 6, 7],
    damage: ["line 5, offset 4: schema"],
  },
  {
    name: "a batch that is missing",
    edit: without(5),
    read: [0, 1, 2, 3, 7],
    damage: ["line 5, offset 4: offset-gap", "line 5, offset 5: batch"],
  },
  {
    name: "the first line is missing",
    edit: without(1),
    read: [4, 5, 6, 7],
    damage: ["line 1, offset 0: offset-gap", "line 1, offset 1: batch"],
  },
  {
    name: "a batch that stands there twice",
    edit: (all) => [...all.slice(0, 7), ...all.slice(5, 7), ...all.slice(7)],
    read: [0, 1, 2, 3, 4, 5, 6, 7],
    damage: ["line 8, offset 5: offset-repeat"],
  },
  {
    name: "two lines of a batch in each other's place",
    edit: swap(2, 3),
    read: [0, 4, 5, 6, 7],
    damage: ["line 2, offset 1: offset-gap", "line 2, offset 2: batch"],
  },
  {
    name: "an empty line between batches",
    edit: insert(5, "\n"),
    read: [0, 1, 2, 3, 4, 5, 6, 7],
    damage: ["line 5, offset 4: sum"],
  },
  {
    name: "zero bytes before a line",
    edit: withLine(5, (bytes) => Buffer.concat([Buffer.alloc(20), bytes])),
    read: [0, 1, 2, 3, 7],
    damage: ["line 5, offset 4: sum", "line 6, offset 5: batch"],
  },
  {
    name: "a line feed inside a line",
    edit: withLine(
      5,
      textOf((text) => text.replace('"text"', '"te\nxt"')),
    ),
    read: [0, 1, 2, 3, 5, 6, 7],
    damage: ["line 5, offset 4: sum", "line 6, offset 5: sum"],
  },
  {
    name: "a gap that a whole batch parts from other damage",
    edit: (all) => without(5)(withLine(1, flipped)(all)),
    read: [1, 2, 3, 7],
    damage: ["line 1, offset 0: sum", "line 5, offset 4: offset-gap", "line 5, offset 5: batch"],
  },
  {
    name: "the end of another batch that counts down as the one that is torn",
    edit: without(3, 4, 5),
    read: [0, 7],
    damage: ["line 2, offset 1: batch"],
  },
];

test.each(table)("damage is told with its place: $name", ({ edit, read, damage }) => {
  const lines = edit(sampleLines());
  const log = logOnDisk(Buffer.concat(lines));
  const around = readAround(log);
  expect(around.events.map(({ offset }) => offset)).toEqual(read);
  expect(
    around.damage.map(
      ({ line, offset, reason }) => `line ${line}, offset ${String(offset)}: ${reason}`,
    ),
  ).toEqual(damage);
  for (const { file, line, byte } of around.damage) {
    expect(file).toBe(log.path);
    expect(byte).toBe(Buffer.concat(lines).subarray(0, byte).length);
    expect(Buffer.concat(lines).subarray(0, byte).toString("latin1").split("\n")).toHaveLength(
      line,
    );
  }
  if (damage.length === 0) return;
  expect(codeOf(() => eventsOf(log))).toBe("damaged-log");
  expect(codeOf(() => eventsBackward(log))).toBe("damaged-log");
});

test("bytes that are set aside are counted with their line feeds", () => {
  const lines = withLine(3, flipped)(sampleLines());
  const { damage } = readAround(logOnDisk(Buffer.concat(lines)));
  expect(damage.map(({ bytes }) => bytes)).toEqual(lines.slice(1, 4).map(({ length }) => length));
});

test("a damaged last line is told to those who ask, and is the end for those who do not", () => {
  const log = logOnDisk(Buffer.concat(withLine(8, flipped)(sampleLines())));
  expect(readAround(log)).toMatchObject({ damage: [{ line: 8, offset: 7, reason: "sum" }] });
  expect(eventsOf(log).map(({ offset }) => offset)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(eventsBackward(log).map(({ offset }) => offset)).toEqual([6, 5, 4, 3, 2, 1, 0]);
});

test("a reader that comes from the end meets damage when it gets there", () => {
  const log = logOnDisk(Buffer.concat(withLine(3, flipped)(sampleLines())));
  const offsets: number[] = [];
  const read = () => {
    for (const event of eventsBackward(log, 7)) offsets.push(event.offset);
  };
  expect(codeOf(read)).toBe("damaged-log");
});

test.each(["a batch that is missing", "a batch that stands there twice"])(
  "a reader that comes from the end tells the place that any reader tells: %s",
  (name) => {
    const row = table.find((one) => one.name === name);
    const log = logOnDisk(Buffer.concat(row?.edit(sampleLines()) ?? []));
    try {
      eventsBackward(log);
      expect.unreachable();
    } catch (error) {
      if (!isRefoldError(error, "damaged-log")) throw error;
      const placeOf = ({ line, byte, offset, reason }: LogDamage) => ({
        line,
        byte,
        offset,
        reason,
      });
      if (!("line" in error.details)) throw error;
      expect([placeOf(error.details)]).toEqual(readAround(log).damage.slice(0, 1).map(placeOf));
    }
  },
);

test.each([
  { named: "its own id and sum", other: {}, read: [0, 1, 2], reasons: [] },
  { named: "another sum", other: { sum: "00000000" }, read: [0], reasons: ["batch"] },
  { named: "another id", other: { id: "0".repeat(26) }, read: [0], reasons: ["batch"] },
])("a copied prefix may end inside a batch where the fork names $named", (row) => {
  const lines = sampleLines().slice(0, 2); // offset 1 has two left
  const last = lines.map((line) => decodeLine(line.subarray(0, -1)).event).at(-1);
  const from = { threadId: last?.id, offset: 1, id: last?.id, sum: last?.sum, ...row.other };
  const place = { ...sampleEvent(2, "", seededRandom(2)), type: "thread.forked" };
  const after = lastSum(lines.at(-1) ?? Buffer.of());
  const forked = encodeBatch([{ ...place, data: { threadId: place.id, from } }], { after });
  const { events, damage } = readAround(logOnDisk(Buffer.concat([...lines, forked])));
  expect(events.map(({ offset }) => offset)).toEqual(row.read);
  expect(damage.map(({ reason }) => reason)).toEqual(row.reasons);
});

function codeOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (isRefoldError(error)) return error.code;
    throw error;
  }
}
