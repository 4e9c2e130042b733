import { describe, expect, test } from "vitest";
import { codexForm } from "../../../src/dialects/codex/codex-form.js";
import { openRollout } from "../../../src/dialects/shared/open-rollout.js";
import { compareWithStored } from "../../../src/dialects/shared/kept-file.js";
import { decodeKept } from "../../../src/dialects/shared/decode-kept.js";
import { encodeKept } from "../../../src/dialects/shared/kept-file.js";
import { checkEvent } from "../../../src/events/check-event.js";
import type { RefoldEvent } from "../../../src/events/event.js";
import { uuidToUlid } from "../../../src/events/ids.js";
import { isKnownEvent } from "../../../src/events/known-event.js";
import { collect, MemoryBlobs, memoryBytes } from "../shared/memory-bytes.js";
import { answer, event, item, line, meta, textOf, user } from "./lines.js";

const threadId = uuidToUlid("019c0000-0000-7000-8000-000000000001");
const PICTURE = `data:image/png;base64,${Buffer.from("a picture, nearly").toString("base64")}`;
const output = (text: unknown) =>
  item({ type: "function_call_output", call_id: "c", output: text });

/** A store that has taken a file in. */
class Stored {
  readonly blobs = new MemoryBlobs();
  readonly events: RefoldEvent[] = [];

  /** Takes in what is new of a file, as an import does. @returns how many events that is */
  async take(content: string | Buffer): Promise<number> {
    const bytes = memoryBytes(content, 13);
    const { head, byte } = await this.compare(content);
    const options = { blobs: this.blobs, stored: { head, byte } };
    const added = await collect(decodeKept(bytes, codexForm, options));
    for (const one of added) {
      const event = checkEvent(JSON.parse(JSON.stringify(one))); // as a store gives it back
      if (isKnownEvent(event)) this.events.push(event);
    }
    return added.length;
  }

  compare(content: string | Buffer) {
    const { blobs } = this;
    const events = stream(this.events);
    return compareWithStored(memoryBytes(content, 5), codexForm, { threadId, events, blobs });
  }

  async written(): Promise<string> {
    const parts = await collect(encodeKept(stream(this.events), codexForm, this.blobs));
    return Buffer.concat(parts).toString("utf8");
  }
}

async function* stream(events: readonly RefoldEvent[]): AsyncGenerator<RefoldEvent> {
  yield* events;
}

test("tools and messages of agents, which have no form of their own, are written as they were", async () => {
  const tools = item({ type: "additional_tools", role: "developer", tools: [{ name: "exec" }] });
  const told = item({ type: "agent_message", author: "/root", content: [{ type: "input_text" }] });
  const content = textOf([meta, { ...tools, ordinal: 1 }, told]);
  const stored = new Stored();
  await stored.take(content);
  expect(await stored.written()).toBe(content);
});

describe("a file that is taken in again", () => {
  const content = textOf([meta, user("one"), answer("two")]);

  test("is the same when nothing has changed", async () => {
    const stored = new Stored();
    expect(await stored.take(content)).toBe(3);
    expect(await stored.compare(content)).toMatchObject({
      kind: "same",
      head: 3,
      byte: content.length,
    });
    expect(await stored.take(content)).toBe(0);
  });

  test("gives only what is new when it has grown, wherever it ended before", async () => {
    const whole = `${content}\r\n\n${textOf([user("three")])}{"torn`;
    for (let cut = textOf([meta]).length; cut < whole.length; cut += 3) {
      const stored = new Stored();
      await stored.take(whole.slice(0, cut));
      await stored.take(whole);
      expect(stored.events.map(({ offset }) => offset)).toEqual([0, 1, 2, 3]);
      expect((await stored.written()).startsWith(whole.slice(0, cut))).toBe(true);
      const more = `${whole}ends"}\n${textOf([user("four")])}`;
      await stored.take(more);
      expect(await stored.written()).toBe(more);
    }
  });

  test("is an older copy where it ends before, and adds nothing", async () => {
    const stored = new Stored();
    await stored.take(content);
    for (let end = 1; end < content.length; end += 7) {
      const older = { kind: "older", head: 3, ownEvents: 0, byte: end };
      expect(await stored.compare(content.slice(0, end))).toEqual(older);
    }
  });

  test("is refused when its past has changed", async () => {
    const stored = new Stored();
    await stored.take(content);
    const code = "import-diverged";
    await expect(stored.compare(content.replace("one", "won"))).rejects.toMatchObject({ code });
  });

  test("of a thread that went on is the same while it is unchanged, and refused when it has grown", async () => {
    const stored = new Stored();
    await stored.take(content);
    const last = stored.events.at(-1);
    if (last !== undefined) stored.events.push({ ...last, offset: 3 });
    const same = { kind: "same", head: 3, ownEvents: 1 };
    expect(await stored.compare(content)).toMatchObject(same);
    const grown = content + textOf([user("three")]);
    const imported = { offset: 3, byte: content.length };
    const error = { code: "thread-went-on", details: imported };
    await expect(stored.compare(grown)).rejects.toMatchObject(error);
    const changed = content.replace("one", "won");
    await expect(stored.compare(changed)).rejects.toMatchObject({ code: "import-diverged" });
  });
});

describe("what an event names by hash", () => {
  const policy = line("turn_context", {
    model: "m",
    truncation_policy: { mode: "bytes", limit: 10_000 },
  });
  const long = "a line of output\n".repeat(4000);
  const parts = [
    { type: "input_text", text: long },
    { type: "input_image", image_url: PICTURE },
  ];
  const shown = event("user_message", { message: "look", images: [PICTURE.repeat(400)] });
  const content = textOf([
    meta,
    policy,
    output(long),
    output(parts),
    { ...output(long), extra: 10.5 },
    shown,
  ]);

  test("is found in the file itself, without a store", async () => {
    const { source, blobs } = await openRollout(memoryBytes(content), codexForm);
    const [, , text, list] = await collect(source.read());
    const original = async (one: unknown): Promise<unknown> => {
      const hash = JSON.stringify(one).match(/"original":"(sha256-[0-9a-f]{64})"/)?.[1];
      return Buffer.from(await blobs.get(hash ?? "")).toString("utf8");
    };
    expect(await original(text)).toBe(long);
    const picture = Buffer.from("a picture, nearly");
    const hash = JSON.stringify(list).match(/"blob:(sha256-[0-9a-f]{64})"/)?.[1] ?? "";
    expect(Buffer.from(await blobs.get(hash)).equals(picture)).toBe(true);
    expect(await original(list)).toContain(`"image_url":"blob:${hash}"`);
  });

  test("is found also when nothing of the file was read yet, and missed when it is not there", async () => {
    const first = await openRollout(memoryBytes(content), codexForm);
    const [, , text] = await collect(first.source.read());
    const hash = JSON.stringify(text).match(/sha256-[0-9a-f]{64}/)?.[0] ?? "";
    const second = await openRollout(memoryBytes(content), codexForm);
    expect((await second.blobs.get(hash)).length).toBe(long.length);
    const none = `sha256-${"0".repeat(64)}`;
    await expect(second.blobs.get(none)).rejects.toMatchObject({ code: "blob-missing" });
  });

  test("goes to the store once, with long texts of kept lines; the file comes back", async () => {
    const stored = new Stored();
    await stored.take(content);
    expect(await stored.written()).toBe(content);
    const sizes = [...stored.blobs.contents.values()]
      .map(({ length }) => length)
      .sort((a, b) => a - b);
    expect(sizes[0]).toBe("a picture, nearly".length);
    expect(sizes.filter((size) => size === long.length)).toHaveLength(1);
    const largest = Math.max(...stored.events.map((one) => JSON.stringify(one).length));
    expect(largest).toBeLessThan(20_000);
  });

  test("an output that UTF-8 cannot hold is kept in the line's own text", async () => {
    const stored = new Stored();
    const lone = textOf([meta, policy, output(`${long}\ud800`), output("\ud800")]);
    await stored.take(lone);
    expect(await stored.written()).toBe(lone);
  });
});

test("a line's own text is kept only where encoding the parsed object gives other bytes", async () => {
  const { timestamp, type, payload } = user("one");
  const spellings: readonly (readonly [line: string, keepsText: boolean])[] = [
    [JSON.stringify({ timestamp, type, payload }), false],
    [JSON.stringify({ timestamp: "2026-03-01T10:00:00Z", type, payload }), false],
    [JSON.stringify({ type, payload, timestamp }), false],
    [JSON.stringify({ timestamp, type, payload, more: 1 }), false],
    [JSON.stringify({ timestamp, type, payload }, null, 1).replaceAll("\n", " "), true],
  ];
  for (const [line, keepsText] of spellings) {
    const stored = new Stored();
    const content = `${textOf([meta])}${line}\n`;
    await stored.take(content);
    expect(await stored.written()).toBe(content);
    expect(stored.events[1]?.foreign?.raw !== undefined).toBe(keepsText);
  }
});
