import { expect, test } from "vitest";
import { codexForm } from "../../../src/dialects/codex/codex-form.js";
import { decodeSession } from "../../../src/dialects/shared/decode-session.js";
import type { ForeignDamage } from "../../../src/dialects/shared/damage.js";
import { decodeKept } from "../../../src/dialects/shared/decode-kept.js";
import { encodeKept } from "../../../src/dialects/shared/kept-file.js";
import type { RefoldEvent } from "../../../src/events/event.js";
import { collect, MemoryBlobs, memoryBytes } from "../shared/memory-bytes.js";
import { answer, meta, user } from "./lines.js";

const line = (object: object): string => JSON.stringify(object);
const first = `${line(meta)}\n`;
const [one, two, three] = [line(user("one")), line(answer("two")), line(user("three"))];

/** Reads content, writes it again, and tells what was read and reported. */
async function read(content: string | Buffer) {
  const damage: ForeignDamage[] = [];
  const onDamage = (place: ForeignDamage): void => void damage.push(place);
  const events = await collect(decodeSession(memoryBytes(content, 7), codexForm, { onDamage }));
  const blobs = new MemoryBlobs();
  const kept = await collect(decodeKept(memoryBytes(content, 11), codexForm, { blobs }));
  const written = Buffer.concat(await collect(encodeKept(kept, codexForm, blobs)));
  expect(written.equals(Buffer.from(content))).toBe(true);
  return { texts: events.slice(1).map(textOf), damage };
}

function textOf(event: RefoldEvent): string {
  if (event.type !== "item.recorded" || event.data.item.type !== "message") return event.type;
  const [part] = event.data.item.content;
  return part?.type === "input_image" ? "image" : (part?.text ?? "");
}

test("a torn last line is reported with its place, and all before it is read", async () => {
  const { texts, damage } = await read(`${first}${one}\n${two.slice(0, 40)}`);
  expect(texts).toEqual(["one"]);
  const byte = first.length + one.length + 1;
  expect(damage).toEqual([{ line: 3, byte, bytes: 40, offset: null, reason: "torn" }]);
});

test("objects inside a last line that is cut are no lines, and it is torn", async () => {
  const inside = line({ type: "response_item", payload: {} }).replace("{", '{"timestamp":"",');
  const cut = `{"timestamp":"","type":"event_msg","payload":{"note":[${inside},${inside}],"x":"`;
  const { texts, damage } = await read(`${first}${one}\n${cut}`);
  expect(texts).toEqual(["one"]);
  expect(damage).toMatchObject([{ line: 3, bytes: cut.length, offset: null, reason: "torn" }]);
});

test("a whole line between the halves of a last one is read", async () => {
  const { texts, damage } = await read(`${first}${one.slice(0, 50)}${two}`);
  expect(texts).toEqual(["two"]);
  expect(damage).toMatchObject([{ line: 2, bytes: 50, reason: "interleaved", offset: 1 }]);
});

test("a line whose beginning is gone is torn, and what follows is read", async () => {
  const { texts, damage } = await read(`${first}${one.slice(30)}\n${two}\n`);
  expect(texts).toEqual(["two"]);
  expect(damage).toMatchObject([{ line: 2, reason: "torn", offset: 1 }]);
});

test("NUL bytes are reported; what stands around them is read", async () => {
  const nuls = Buffer.alloc(12);
  const content = [first, one, "\n", nuls, "\n", nuls, two, "\n"].map((part) => Buffer.from(part));
  const { texts, damage } = await read(Buffer.concat(content));
  expect(texts).toEqual(["one", "two"]);
  expect(damage).toMatchObject([
    { line: 3, bytes: 12, reason: "nul", offset: 2 },
    { line: 4, bytes: 12, reason: "nul", offset: 2 },
  ]);
});

test("the halves of two lines around another are reported, and the whole one is read", async () => {
  const { texts, damage } = await read(
    `${first}${one.slice(0, 50)}${two}\n${one.slice(50)}\n${three}\n`,
  );
  expect(texts).toEqual(["two", "three"]);
  expect(damage).toMatchObject([
    { line: 2, bytes: 50, reason: "interleaved", offset: 1 },
    { line: 3, reason: "torn", offset: 2 },
  ]);
});

test("halves of lines that all are broken are one damaged place", async () => {
  const { texts, damage } = await read(
    `${first}${one.slice(0, 60)}${two.slice(0, 60)}\n${three}\n`,
  );
  expect(texts).toEqual(["three"]);
  expect(damage).toMatchObject([{ line: 2, bytes: 121, reason: "interleaved", offset: 1 }]);
});

test("the insides of a lost object are not taken for lines", async () => {
  const inner = `tent":[{"type":"message","role":"user","content":[]}]}`;
  const { texts, damage } = await read(`${first}${inner}\n${two}\n`);
  expect(texts).toEqual(["two"]);
  expect(damage).toHaveLength(1);
});

test("what only begins like a line is not taken for one after damage", async () => {
  const inner = `tent":{"timestamp":"2026-03-01T10:00:00.000Z","note":{}}}`;
  const { texts, damage } = await read(`${first}${inner}\n${two}\n`);
  expect(texts).toEqual(["two"]);
  expect(damage.map(({ line }) => line)).toEqual([2]);
});

test("a single NUL byte is reported", async () => {
  const { texts, damage } = await read(`${first}\0${one}\n`);
  expect(texts).toEqual(["one"]);
  expect(damage).toMatchObject([{ line: 2, reason: "nul", bytes: 1 }]);
});

test.each([
  [`${one}${two}`, ["one", "two"]],
  [`${one}${two} ${three}`, ["one", "two", "three"]],
])("objects glued into one line are all read, and reported once", async (glued, all) => {
  const { texts, damage } = await read(`${first}${glued}\n`);
  expect(texts).toEqual(all);
  expect(damage).toMatchObject([{ line: 2, reason: "glued", offset: 1 }]);
});

test("bytes that are no UTF-8 are read as replacement characters, and kept as they are", async () => {
  const broken = Buffer.from(one.replace("one", "o?e"), "utf8");
  broken[broken.indexOf("o?e") + 1] = 0xff;
  const { texts, damage } = await read(
    Buffer.concat([Buffer.from(first), broken, Buffer.from("\n")]),
  );
  expect(texts).toEqual(["o\ufffde"]);
  expect(damage).toMatchObject([{ line: 2, reason: "encoding", offset: 1 }]);
});

test("what is torn inside a character is torn", async () => {
  const torn = Buffer.from(`{"a":"\u20ac`).subarray(0, -1);
  const { texts, damage } = await read(
    Buffer.concat([Buffer.from(first), torn, Buffer.from(`\n${one}\n`)]),
  );
  expect(texts).toEqual(["one"]);
  expect(damage).toMatchObject([{ line: 2, reason: "torn" }]);
});

test("what nests more deeply than it could be written again is set aside", async () => {
  const nested = (depth: number) =>
    one.replace('"payload":{', `"payload":{"x":${"[".repeat(depth)}${"]".repeat(depth)},`);
  const { texts, damage } = await read(`${first}${nested(900)}\n${nested(10_000)}\n${two}\n`);
  expect(texts).toEqual(["one", "two"]);
  expect(damage).toMatchObject([{ line: 3, reason: "too-deep", offset: 2 }]);
});

test("lines of another kind are reported for what they are", async () => {
  const { texts, damage } = await read(`${first}panicked at main.rs\n[1,2]\n"x"\n${one}\n`);
  expect(texts).toEqual(["one"]);
  expect(damage.map(({ reason }) => reason)).toEqual([
    "not-json",
    "not-an-object",
    "not-an-object",
  ]);
});

test("no damage: CRLF, a byte order mark, blank lines, no final line feed, lines twice, odd numbers", async () => {
  const odd = `{"timestamp":"x","type":"event_msg","payload":{"type":"token_count","n":1e400,"m":10.0}}`;
  const content = `\ufeff${first}\r\n\n  \n${one}\r\n${one}\n\t${two} \n${odd}\n${three}`;
  const { texts, damage } = await read(content);
  expect(texts).toEqual(["one", "one", "two", "foreign.kept", "three"]);
  expect(damage).toEqual([]);
});

test("nothing but damage is no rollout, and nothing but blanks is empty", async () => {
  const failure = async (content: string) =>
    collect(decodeSession(memoryBytes(content), codexForm)).catch((error: unknown) => error);
  expect(await failure("one\ntwo\n")).toMatchObject({
    code: "not-a-rollout",
    details: { looksLike: "plain text" },
  });
  expect(await failure(" \n\n")).toMatchObject({ code: "empty-file" });
});
