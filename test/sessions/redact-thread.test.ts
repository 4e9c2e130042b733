import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkEvent } from "../../src/events/check-event.js";
import type { LogEvent, RefoldEvent } from "../../src/events/event.js";
import { countItemBytes } from "../../src/events/item-bytes.js";
import { isKnownEvent } from "../../src/events/known-event.js";
import { importBundle } from "../../src/sessions/bundle/import-bundle.js";
import { bundleThread } from "../../src/sessions/bundle/write-bundle.js";
import { importFile } from "../../src/sessions/import-file.js";
import { Redactor } from "../../src/projections/redaction/redactor.js";
import { EventRedactor, redactEvents } from "../../src/sessions/redaction/redact-events.js";
import { redactThread } from "../../src/sessions/redaction/redact-thread.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { histories } from "../../src/testing/arbitraries/history.js";
import { collect, memoryBytes } from "../dialects/shared/memory-bytes.js";
import { SECRETS } from "../projections/redaction/secrets.js";
import { storeHistory } from "../reducers/store-history.js";
import { temporaryHome } from "../store/jsonl/home.js";

const TURNS = new URL("../../fixtures/turns.jsonl", import.meta.url);
const secrets = fc.oneof(...Object.values(SECRETS));
const AT = "2026-04-01T12:00:00.000Z";

test("a redacted thread is a whole thread of its own, without any secret, and imports beside the original", async () => {
  const property = fc.asyncProperty(
    histories({ weights: { fork: 5 }, maxLength: 20 }),
    fc.array(secrets, { minLength: 1, maxLength: 4 }),
    async (history, planted) => {
      const [home, target] = [temporaryHome(), temporaryHome()];
      const store = jsonlStore({ home, durability: "none" });
      const { threadId } = await storeHistory(store, history);
      const head = await store.head(threadId);
      await store.append(threadId, head, plantedEvents(head, planted));
      const redacted = await redactThread({ home, threadId, target });
      expect(redacted.threadId).not.toBe(threadId);
      const bytes = Buffer.concat(await collect((await bundle(target, redacted.threadId)).parts()));
      const results = await importBundle(memoryBytes(bytes), { home });
      expect(results.every(({ outcome }) => outcome === "imported")).toBe(true);
      expectWithout(target, planted);
      const copied = await collect(store.read(redacted.threadId));
      expectSameBut(await collect(store.read(threadId)), copied);
      await store.close();
    },
  );
  await fc.assert(property, { numRuns: 25 });
});

test("a copy that is in the target is kept", async () => {
  const [home, target] = [temporaryHome(), temporaryHome()];
  const store = jsonlStore({ home, durability: "none" });
  const { threadId } = await importFile(fileURLToPath(TURNS), store);
  const { threadId: copy } = await redactThread({ home, threadId, target });
  const again = redactThread({ home, threadId, target, patterns: ["tide"] });
  await expect(again).rejects.toMatchObject({ code: "thread-exists", details: { threadId: copy } });
  await store.close();
});

test("what holds no secret is not changed, event by event", () => {
  const property = fc.property(histories({ maxLength: 30 }), ({ events }) => {
    const { events: redacted, findings } = redactEvents(events);
    if (findings.length === 0) expect(redacted).toEqual(events);
    for (const [index, event] of redacted.entries()) {
      checkEvent(event);
      if (JSON.stringify(event) === JSON.stringify(events[index])) {
        expect(event).toBe(events[index]);
      }
    }
  });
  fc.assert(property, { numRuns: 60 });
});

test("sizes and hashes are those of what stands there now", () => {
  const secret = `ghp_${"a1B2".repeat(9)}`;
  const [event] = redactEvents(plantedEvents(1, [secret])).events;
  if (event === undefined || !isKnownEvent(event) || event.type !== "item.recorded") {
    throw new TypeError("an item was recorded");
  }
  const { item, countedBytes } = event.data;
  expect(countedBytes).toBe(countItemBytes(item));
  expect(JSON.stringify(item)).toContain("[redacted:github-token:1]");
});

test("members and lists of an event tell a secret as they do in a text", () => {
  const told = {
    db_password: "orangeumbrellas",
    command: ["mysql", "-pBlue4Horse"],
    note: "Blue4Horse",
    server: ["serve", "--pass", "tulipgardens", "\n"],
  };
  const [event] = redactEvents(
    plantedEvents(1, [""])
      .slice(1)
      .map((one) => ({ ...one, data: { level: "info", kind: "t", message: "m", ...told } })),
  ).events;
  expect(event?.data).toMatchObject({
    db_password: "[redacted:password:1]",
    command: ["mysql", "-p[redacted:password:2]"],
    note: "[redacted:password:2]",
    server: ["serve", "--pass", "[redacted:password:3]", "\n"],
  });
});

test("a secret that two parts of a message share is replaced, and nothing else of them", () => {
  const property = fc.property(secrets, fc.nat(), fc.boolean(), (secret, cut, isThree) => {
    const at = 1 + (cut % (secret.length - 1));
    const texts = [
      `see ${secret.slice(0, at)}`,
      ...(isThree ? [""] : []),
      secret.slice(at),
      " now",
    ];
    const content = texts.map((text) => ({ type: "input_text" as const, text }));
    const item = { type: "message" as const, role: "user", content };
    const data = { item, origin: "user" as const, countedBytes: countItemBytes(item) };
    const planted = plantedEvents(1, [secret]).slice(0, 1);
    const events = planted.map((event) => ({ ...event, type: "item.recorded" as const, data }));
    const [event] = redactEvents(events).events;
    if (event === undefined || !isKnownEvent(event)) throw new TypeError("an item was recorded");
    const said = event.type === "item.recorded" ? event.data.item : null;
    const joined = JSON.stringify(said)
      .match(/"text":"[^"]*"/g)
      ?.join("")
      .replace(/"text":"|"/g, "");
    expect(joined).toMatch(/^see \[redacted:[a-z-]+:1] now$/);
  });
  fc.assert(property, { numRuns: 60 });
});

test("a long text in base 64 is read, an image is left as it is", () => {
  const secret = `ghp_${"a1B2".repeat(9)}`;
  const base64 = Buffer.from(`${"key ".repeat(300)}${secret}`).toString("base64");
  const image = Buffer.from(new Uint8Array(900).map((_, at) => at % 251)).toString("base64");
  const [event] = redactEvents(
    plantedEvents(1, [secret])
      .slice(1)
      .map((one) => ({ ...one, data: { level: "info", kind: "t", message: "m", base64, image } })),
  ).events;
  const text = JSON.stringify(event?.data);
  expect(text).toContain(image);
  expect(Buffer.from(/"base64":"([^"]*)"/.exec(text)?.[1] ?? "", "base64").toString()).toMatch(
    /^(key ){300}\[redacted:github-token:1]$/,
  );
});

test("of an imported session nothing that its file said stays, in its own form either", async () => {
  const secret = `sk-ant-api03-${"a1B2".repeat(9)}`;
  const long = `${"x ".repeat(9000)}${secret}`;
  const text = readFileSync(TURNS, "utf8");
  const lines = text.split("\n");
  const planted = [
    ...lines.slice(0, 4),
    lineOf(`token ${secret}`),
    `  ${lineOf(long)}`, // kept as it is, for it is written with blanks before it
    `{"broken ${secret}`,
    ...lines.slice(4),
  ].join("\n");
  const [home, target] = [temporaryHome(), temporaryHome()];
  const store = jsonlStore({ home, durability: "none" });
  const { threadId } = await importFile(memoryBytes(planted), store);
  await store.close();
  const { findings } = await redactThread({ home, threadId, target });
  expect(findings.map(({ kind }) => kind)).toContain("anthropic-key");
  expectWithout(target, [secret, "/home/orla"]);
});

function lineOf(words: string): string {
  const content = [{ type: "input_text", text: words }];
  const payload = { type: "message", role: "user", content };
  return JSON.stringify({ timestamp: AT, type: "response_item", payload });
}

/** The secrets in a text, in JSON in a text, in a key, and in a path. */
function plantedEvents(head: number, planted: readonly string[]): RefoldEvent[] {
  return planted.flatMap((secret, index) => {
    const id = (number: number) => `01KN6MM6TR0000000000${String(head + number).padStart(6, "0")}`;
    const args = JSON.stringify({ command: `echo "${secret}"`, env: { [secret]: secret } });
    const item = { type: "function_call" as const, name: "run", call_id: secret, arguments: args };
    const [first, second] = [head + 2 * index, head + 2 * index + 1];
    return [
      {
        ...{ offset: first, id: id(2 * index), at: AT, type: "item.recorded" as const, v: 2 },
        data: { item, origin: "model" as const, countedBytes: countItemBytes(item) },
      },
      {
        ...{ offset: second, id: id(2 * index + 1), at: AT, type: "notice.logged" as const },
        data: { level: "info" as const, kind: "test", message: `say ${secret} now`, [secret]: 1 },
      },
    ];
  });
}

async function bundle(home: string, threadId: string) {
  return bundleThread({ home, threadId, version: "1.0.0" });
}

function expectWithout(home: string, planted: readonly string[]): void {
  for (const entry of readdirSync(home, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const content = readFileSync(join(entry.parentPath, entry.name), "utf8");
    for (const secret of planted) {
      let spelling = secret;
      for (let depth = 0; depth < 4; depth++) {
        expect(content.includes(spelling)).toBe(false);
        spelling = JSON.stringify(spelling).slice(1, -1);
      }
    }
  }
}

/** The same types at the same offsets; what differs holds a placeholder or says whose log it is. */
function expectSameBut(before: readonly LogEvent[], after: readonly LogEvent[]): void {
  expect(after.map(({ type }) => type)).toEqual(before.map(({ type }) => type));
  for (const [index, event] of after.entries()) {
    const place = { sum: "", id: "", left: 0 };
    const [own, old] = [
      { ...event, ...place },
      { ...before[index], ...place },
    ];
    if (event.type.startsWith("thread.") || JSON.stringify(own).includes("[redacted:")) continue;
    expect(own).toEqual(old);
  }
}

test("ids of the lineage are found at every place of a text, whatever is around them", () => {
  const renamed = new Map([
    ["01KN40000000000000000000AA", "01KN40000000000000000000BB"],
    ["019d3a00-0000-7000-8000-0000000000aa", "019d3a00-0000-7000-8000-0000000000bb"],
    ["01KN40000000000000000000AC", "01KN40000000000000000000BC"],
  ]);
  const piece = fc.constantFrom(...renamed.keys(), "A", "0", "f", "-", " ", "01KN4");
  const property = fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
    const text = pieces.join("");
    const expected = [...renamed].reduce((named, [id, now]) => named.replaceAll(id, now), text);
    const each = new EventRedactor({ redactor: new Redactor({}), renamed });
    expect(each.withRenamedIds(text)).toBe(expected);
  });
  fc.assert(property);
});
