import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import stringWidth from "string-width";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callRefold, type Ran } from "./run-refold.js";
import { contentOf, recordedSessions, UNKNOWN_KINDS } from "./recorded-sessions.js";

// eslint-disable-next-line no-control-regex -- controls are what it looks for
const DRIVES = /[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

/** What is for people and laid out in columns. */
const SHOWN: readonly (readonly string[])[] = [
  ["replay"],
  ["replay", "--turns"],
  ["replay", "--items"],
  ["replay", "--verify"],
  ["log"],
  ["state"],
  ["tokens"],
  ["explain"],
  ["forgetting"],
  ["cache"],
];
/** A line of JSON each. */
const LINES: readonly (readonly string[])[] = [
  ["replay", "--json"],
  ["replay", "--turns", "--json"],
  ["log", "--json"],
];
/** One JSON document. */
const DOCUMENTS: readonly (readonly string[])[] = [
  ["state", "--json"],
  ["tokens", "--json"],
  ["transcript", "--format", "json"],
  ...["openai-responses", "openai-chat", "anthropic", "google"].map((provider) => [
    ...["prompt", "--provider", provider, "--model", "some-model", "--placeholders", "--explain"],
  ]),
];
/** Texts that keep the lines of the session as they are, whatever their length. */
const TEXTS: readonly (readonly string[])[] = [
  ["transcript", "--format", "text"],
  ["transcript", "--format", "md"],
  ["transcript", "--format", "html"],
];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "refold-sessions-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(recordedSessions())("$name", ({ name, path }) => {
  test("is shown by every command that reads, whole, in 80 columns, without a raw control", async () => {
    const code = await expectedCode(path);
    for (const words of SHOWN) {
      const ran = await read(words, path);
      expectClean(ran, { code, words });
      // A path is not shortened, on a line of its own, so that it can be copied.
      for (const line of ran.stdout.replaceAll(path, "FILE").split("\n")) {
        expect(stringWidth(line), `${words.join(" ")}: ${line}`).toBeLessThanOrEqual(80);
      }
    }
    for (const words of TEXTS) expectClean(await read(words, path), { code, words });
  });

  test("gives JSON that parses", async () => {
    const code = await expectedCode(path);
    for (const words of LINES) {
      const ran = await read(words, path);
      expectClean(ran, { code, words });
      for (const line of ran.stdout.trimEnd().split("\n")) expect(parsed(line)).not.toBeNull();
    }
    for (const words of DOCUMENTS) {
      const ran = await read(words, path);
      expectClean(ran, { code, words });
      expect(parsed(ran.stdout)).not.toBeNull();
    }
  });

  test("is imported once, grows, comes out byte for byte, and is refused when its past changed", async () => {
    const home = join(folder, `${name}-home`);
    const content = contentOf(path);
    const grown = join(folder, name.replace(/\.(gz|zst)$/, ""));
    const half = content.indexOf("\n", content.length / 2) + 1;
    const dialect = await dialectOf(path);
    writeFileSync(grown, half > 0 ? content.subarray(0, half) : content);
    const first = await callRefold(["import", grown], { home });
    const threadId = first.stdout.slice(0, 26);
    expect(first.stdout).toMatch(/^\w{26} {2}imported, /);
    writeFileSync(grown, content);
    const second = await callRefold(["import", grown], { home });
    const news = /^\w{26} {2}([\d,]+ of [\d,]+ events new|nothing new)/;
    expect(second.stdout, second.stderr).toMatch(news);
    const again = await callRefold(["import", path], { home });
    expect(again.stdout).toMatch(/^\w{26} {2}nothing new/);
    expect(again.stdout.slice(0, 26)).toBe(threadId);
    const output = join(folder, `${name}-exported`);
    const words = ["export", threadId, "--format", dialect, "-o", output];
    expect(await callRefold(words, { home })).toMatchObject({ code: 0 });
    expect(contentOf(output).equals(content)).toBe(true);
    const stored = await callRefold(["state", threadId, "--json"], { home });
    expect(parsed(stored.stdout)).toEqual(parsed((await read(["state", "--json"], path)).stdout));
    writeFileSync(grown, content.toString("latin1").replace(/\d(?=\D*\n|\D*$)/, flipped), "latin1");
    const changed = await callRefold(["import", grown], { home });
    expect(changed.code).toBe(1);
    expect(changed.stderr).toMatch(/differs from what was imported/);
    expect(readdirSync(folder).filter((entry) => entry.includes(".part-"))).toEqual([]);
  });
});

function read([command = "", ...options]: readonly string[], path: string): Promise<Ran> {
  return callRefold([command, path, ...options]);
}

/** 1 for a session that is damaged somewhere, which must have said so; 0 for every other. */
async function expectedCode(path: string): Promise<number> {
  const ran = await read(["replay", "--turns", "--json"], path);
  const summary = parsed(ran.stdout.trimEnd().split("\n").at(-1) ?? "");
  expect(summary).toMatchObject({ kind: "summary", damage: expect.any(Array) as unknown });
  return JSON.stringify(summary).includes('"damage":[]') ? 0 : 1;
}

function expectClean(
  { code, stdout, stderr }: Ran,
  expected: { readonly code: number; readonly words: readonly string[] },
): void {
  expect({ code, words: expected.words }, stderr).toEqual(expected);
  expect(stdout).not.toBe("");
  expect(stdout).not.toMatch(DRIVES);
  expect(stderr).not.toMatch(DRIVES);
  if (expected.code === 0) expect(stderr).toMatch(UNKNOWN_KINDS);
}

async function dialectOf(path: string): Promise<string> {
  const { stdout } = await read(["replay", "--turns", "--json"], path);
  return /^\{"kind":"header",.*?"source":"([\w-]+)/.exec(stdout)?.[1] ?? "";
}

function parsed(json: string): unknown {
  return JSON.parse(json);
}

function flipped(digit: string): string {
  return digit === "1" ? "2" : "1";
}
