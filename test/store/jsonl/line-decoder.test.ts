import fc from "fast-check";
import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { anyCharacter } from "../../any-character.js";
import { checkEvent } from "../../../src/events/check-event.js";
import type { LogEvent } from "../../../src/events/event.js";
import { decodeLine, decodeLines } from "../../../src/store/jsonl/line-decoder.js";
import { encodeBatch } from "../../../src/store/jsonl/line-encoder.js";
import { events } from "../../events/event-arbitrary.js";

const id = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const at = "2026-04-01T12:00:00.000Z";

function notice(offset: number, members: Partial<LogEvent> = {}): LogEvent {
  const data = { level: "info", kind: "test", message: "ünï → 😀" };
  return { offset, id, at, type: "notice.logged", data, ...members };
}

function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(0x0a, start);
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return lines;
}

function decodeAll(bytes: Buffer): unknown[] {
  return linesOf(bytes).map((line) => decodeLine(line).event ?? decodeLine(line).damage);
}

test("a line has its members in the order of the file format", () => {
  const last = { type: "notice.logged", data: { level: "info", kind: "k", message: "m" } } as const;
  const first = notice(7, { v: 2, turn: id, derived: [last], foreign: { lead: "x" }, own: [1] });
  expect(encodeBatch([first, notice(8, { data: { ...last.data }, v: 1 })]).toString()).toBe(
    `{"offset":7,"left":1,"id":"${id}","at":"${at}","type":"notice.logged","v":2,"turn":"${id}",` +
      `"data":{"level":"info","kind":"test","message":"ünï → 😀"},` +
      `"derived":[{"type":"notice.logged","data":{"level":"info","kind":"k","message":"m"}}],` +
      `"foreign":{"lead":"x"},"own":[1],"sum":"b72ca550"}\n` +
      `{"offset":8,"id":"${id}","at":"${at}","type":"notice.logged",` +
      `"data":{"level":"info","kind":"k","message":"m"},"sum":"75e462d5"}\n`,
  );
});

test("what is encoded is decoded, with left and sum", () => {
  const message = fc.string({ unit: anyCharacter, maxLength: 40 });
  // JSON has no -0.
  const jsonValue = fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value)));
  const batch = fc.array(fc.record({ message, extra: jsonValue }), { minLength: 1 });
  fc.assert(
    fc.property(batch, (contents) => {
      const events = contents.map(({ message, extra }, index) =>
        notice(index, { data: { level: "info", kind: "k", message, extra }, own: extra }),
      );
      const decoded = decodeAll(encodeBatch(events));
      const expected = events.map((event, index) => ({
        ...event,
        ...(index < events.length - 1 && { left: events.length - 1 - index }),
        sum: expect.stringMatching(/^[0-9a-f]{8}$/) as unknown,
      }));
      expect(decoded).toEqual(expected);
    }),
  );
});

test("encoding what was decoded gives the same bytes", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), (values) => {
      const bytes = encodeBatch(values.map((extra, index) => notice(index, { extra })));
      const events = linesOf(bytes).flatMap((line) => decodeLine(line).event ?? []);
      expect(encodeBatch(events).equals(bytes)).toBe(true);
    }),
  );
});

test("lone surrogates, odd numbers and a member named __proto__ survive", () => {
  const text =
    '{"level":"info","kind":"k","message":"\\ud800 \\udfff","__proto__":{"a":1},"n":-0.1e-30}';
  const data: unknown = JSON.parse(text);
  const [line] = linesOf(encodeBatch([notice(0, { data })]));
  expect(JSON.stringify(line && decodeLine(line).event?.data)).toBe(JSON.stringify(data));
  expect(line?.toString()).toContain("\\ud800 \\udfff");
});

test("every flipped bit of a line is seen", () => {
  const [line] = linesOf(encodeBatch([notice(3)]));
  expect(line).toBeDefined();
  if (line === undefined) return;
  for (let bit = 0; bit < line.length * 8; bit++) {
    const flipped = Buffer.from(line);
    flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(decodeLine(flipped)).toEqual({ damage: "sum" });
  }
});

test.each(["", "{}", "null", ',"sum":"00000000"}', "not a line at all, but long enough"])(
  "%j is damaged",
  (text) => expect(decodeLine(Buffer.from(text)).damage).toBe("sum"),
);

test("a line with the right sum that is no JSON, or no event, is damaged", () => {
  // Encoding lets any text pass as a type, so it makes the sums for us.
  const [line] = linesOf(encodeBatch([notice(3, { id: "no id" })]));
  expect(line && decodeLine(line)).toEqual({ damage: "schema" });
});

test("an event that JSON cannot say is refused with its offset", () => {
  const refused = () => encodeBatch([notice(0), notice(1, { data: { big: 1n } })]);
  expect(refused).toThrow(expect.objectContaining({ code: "invalid-event" }));
  expect(refused).toThrow("offset 1");
});

test("what nests too deeply is neither written nor read", () => {
  const nested = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  const dataOf = (levels: number): unknown => JSON.parse(`{"a":${nested(levels)}}`);
  const [line] = linesOf(encodeBatch([notice(3, { type: "app.nested", data: dataOf(998) })]));
  expect(line && decodeLine(line).event).toMatchObject({ data: dataOf(998) });
  const refused = () => encodeBatch([notice(3, { type: "app.nested", data: dataOf(1_000) })]);
  expect(refused).toThrow(expect.objectContaining({ code: "invalid-event" }));
  const text = `{"offset":3,"id":"${id}","at":"${at}","type":"app.nested","data":${nested(100_000)}`;
  expect(decodeLine(sealed(text))).toEqual({ damage: "json" });
});

/** A line of these members, as they are, with its sum and the one before it. */
function sealed(members: string): Buffer {
  const text = `${members},"prev":"0badcafe"`;
  const sum = crc32(text).toString(16).padStart(8, "0");
  return Buffer.from(`${text},"sum":"${sum}"}`);
}

/** What a line holds by `JSON.parse` alone. */
function parsed(line: Buffer): string {
  try {
    const value: unknown = JSON.parse(line.toString().replace(',"prev":"0badcafe"', ""));
    return JSON.stringify(checkEvent(value, { newer: "ignore" }));
  } catch (error) {
    return error instanceof SyntaxError ? "json" : "schema";
  }
}

function decoded(line: Buffer): string {
  const { event, damage } = decodeLine(Buffer.from(line), "ignore");
  return event === undefined ? damage : JSON.stringify(event);
}

test("a line is read as parsing it reads it, its members in their order", () => {
  const place = { offset: true, left: true, id: true, at: true, type: true, v: true, turn: true };
  const ordered = events().map((event) => {
    const names = [...Object.keys(place), "data", "derived", "foreign"];
    const known = names.flatMap((name) => (name in event ? [[name, event[name]] as const] : []));
    return { ...Object.fromEntries(known), ...event };
  });
  fc.assert(
    fc.property(fc.oneof(ordered, events()), (event) => {
      const line = sealed(JSON.stringify(event).slice(0, -1));
      expect(decoded(line)).toBe(parsed(line));
    }),
  );
});

test("a line that differs in a byte from the form that is written is read as parsing it reads it", () => {
  const plain = `{"offset":12,"left":3,"id":"${id}","at":"${at}","type":"item.recorded","v":2,"turn":"${id}","data":{"item":{"type":"reasoning","summary":[]},"origin":"model","countedBytes":0}`;
  const byte = fc.constantFrom(...Array.from('0123456789:,{}[]" \\-+.TZeX\u0000ü'));
  const change = fc.tuple(fc.nat({ max: plain.length }), fc.nat({ max: 2 }), byte);
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 2 }), (changes) => {
      const text = changes.reduce(
        (before, [at, taken, put]) => before.slice(0, at) + put + before.slice(at + taken),
        plain,
      );
      const line = sealed(text);
      expect(decoded(line)).toBe(parsed(line));
    }),
    { numRuns: 2_000 },
  );
});

test("reading a line leaves its bytes as they are", () => {
  const [line] = linesOf(encodeBatch([notice(3)], { after: 7 }));
  const before = Buffer.from(line ?? "");
  if (line !== undefined) decodeLine(line);
  expect(line).toEqual(before);
});

/** The same lines one after another in memory, as a file has them. */
function sideBySide(lines: readonly Buffer[]): Buffer[] {
  return linesOf(
    Buffer.concat([Buffer.from("\n"), ...lines.flatMap((line) => [line, LINE_FEED])]),
  ).slice(1);
}

const LINE_FEED = Buffer.from("\n");

/** Lines that are read together, and what each is by itself. */
function readTogether(lines: readonly Buffer[], newer: "ignore" | "refuse" = "refuse") {
  const together = sideBySide(lines);
  const before = Buffer.concat(together);
  const read = decodeLines(together, newer);
  return { read, isUnchanged: Buffer.concat(together).equals(before) };
}

test("lines that are read together are what each is by itself", () => {
  const batch = fc.array(events(), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(batch, (parts) => {
      const lines = parts.map((event) => sealed(JSON.stringify(event).slice(0, -1)));
      const each = lines.map((line) => decodeLine(Buffer.from(line), "ignore"));
      const { read, isUnchanged } = readTogether(lines, "ignore");
      if (each.some(({ event }) => event === undefined)) expect(read).toBeNull();
      else expect(JSON.stringify(read)).toBe(JSON.stringify(each));
      expect(isUnchanged).toBe(read === null);
    }),
  );
});

test("one line that is damaged, unlinked, alone or of a newer version is left to be read by itself", () => {
  const [first, second] = linesOf(encodeBatch([notice(3), notice(4)], { after: 7 }));
  const [unlinked] = linesOf(encodeBatch([notice(5)]));
  const newer = sealed(JSON.stringify(notice(6, { type: "history.unheard-of" })).slice(0, -1));
  const lines = [first, second].flatMap((line) => line ?? []);
  const damaged = Buffer.from(lines[1] ?? "");
  damaged[40] = (damaged[40] ?? 0) ^ 1;
  expect(readTogether(lines).read).toHaveLength(2);
  for (const other of [[], [damaged], [unlinked ?? damaged], [newer]]) {
    const together = [...lines.slice(0, 1), ...other];
    const tried = readTogether(together);
    expect({ count: together.length, ...tried }).toEqual({
      count: together.length,
      read: null,
      isUnchanged: true,
    });
  }
});

test("lines that are no JSON but in a list of them are damaged, though their sums are right", () => {
  const plain = JSON.stringify(notice(3)).slice(0, -1);
  const rest = JSON.stringify(notice(4)).slice(0, -1);
  const lines = [
    sealed(`${plain},"sum":"00000000"},${rest},"own":[{"a":1`),
    sealed('{"b":2}],"c":3'),
  ];
  expect(JSON.parse(`[${lines.join(",")}]`)).toHaveLength(lines.length);
  expect(readTogether(lines, "ignore")).toEqual({ read: null, isUnchanged: true });
  for (const line of lines) expect(decodeLine(line)).toEqual({ damage: "json" });
});
