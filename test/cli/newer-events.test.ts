import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LogEvent } from "../../src/events/event.js";
import { encodeBatch } from "../../src/store/jsonl/line-encoder.js";
import { callRefold } from "./run-refold.js";

const THREAD_ID = "01KN6MM6TRFAHVDH0DBT7K39Y9";
const TURN = "01KN6MM6TRFAHVDH0DBT7K39YA";

let folder: string;
/** A copy outside of any store, and the thread in one. */
let file: string;
let home: string;
let threadFile: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "refold-newer-"));
  home = join(folder, "home");
  file = join(folder, "newer.jsonl");
  writeFileSync(file, encodeBatch(newerLog()));
  const day = join(home, "threads", "2026", "04", "02");
  mkdirSync(day, { recursive: true });
  threadFile = join(day, `${THREAD_ID}.jsonl`);
  writeFileSync(threadFile, readFileSync(file));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const READING: readonly (readonly string[])[] = [
  ["replay"],
  ["replay", "--json"],
  ["replay", "--verify"],
  ["log", "--json"],
  ["state", "--json"],
  ["tokens"],
  ["prompt", "--provider", "openai-chat", "--model", "m"],
  ["explain"],
  ["transcript"],
  ["forgetting"],
  ["cache"],
];

describe("a log that needs a newer version", () => {
  test("is refused by every command that reads", async () => {
    for (const [command = "", ...options] of READING) {
      for (const name of [file, THREAD_ID]) {
        const { code, stderr } = await callRefold([command, name, ...options], { home });
        expect(code, `${command} ${name}`).toBe(1);
        expect(stderr).toMatch(/history\.future, version 1\) needs a newer version\nupdate refold/);
      }
    }
  });

  test("is read when that is asked for; what is not known is told of once each, on stderr", async () => {
    for (const [command = "", ...options] of READING) {
      for (const name of [file, THREAD_ID]) {
        const words = [command, name, ...options, "--ignore-newer"];
        const { code, stdout, stderr } = await callRefold(words, { home });
        expect({ code, words }).toEqual({ code: 0, words });
        expect(stdout).not.toBe("");
        const told = stderr
          .trim()
          .split("\n")
          .filter((line) => !line.startsWith("refold: no price is known"))
          .map((line) => /holds (\S+)/.exec(line)?.[1]);
        expect(told.toSorted(), stderr).toEqual(["history.future", "item.recorded", "x.y"]);
      }
    }
  });

  test("gives the state of what is known", async () => {
    const words = ["state", THREAD_ID, "--json", "--ignore-newer"];
    const { stdout } = await callRefold(words, { home });
    expect(JSON.parse(stdout)).toMatchObject({
      offset: 7,
      items: [{ role: "user", content: [{ text: "one" }] }],
    });
    const diff = [`${THREAD_ID}@2`, THREAD_ID, "--ignore-newer"];
    expect((await callRefold(["diff", ...diff], { home })).stdout).toContain("+      #3");
    const tree = await callRefold(["tree", THREAD_ID, "--ignore-newer"], { home });
    expect(tree).toMatchObject({ code: 0 });
    expect(tree.stdout).not.toContain("needs-newer-version");
  });

  test("is not written to", async () => {
    const before = readFileSync(threadFile);
    const writing = [
      ["rollback", THREAD_ID, "--turns", "1"],
      ["undo", THREAD_ID],
      ["redo", THREAD_ID],
      ["fork", THREAD_ID, "--at", "7"],
    ];
    for (const words of writing) {
      const { code, stderr } = await callRefold(words, { home });
      expect({ code, words }).toEqual({ code: 1, words });
      expect(stderr).toMatch(/needs a newer version/);
    }
    expect(readFileSync(threadFile)).toEqual(before);
    expect((await callRefold(["undo", THREAD_ID, "--ignore-newer"], { home })).code).toBe(2);
  });
});

describe("a type that state does not depend on", () => {
  test("is passed over unasked, and told of", async () => {
    const path = join(folder, "kept.jsonl");
    const known = newerLog().filter(({ type, v }) => type !== "history.future" && v !== 99);
    writeFileSync(path, encodeBatch(known.map((event, offset) => ({ ...event, offset }))));
    const { code, stdout, stderr } = await callRefold(["replay", path]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/#2 event {5}x\.y {2}of: somebody else\n/);
    expect((await callRefold(["log", path])).stdout).toMatch(/#2 .* x\.y +of: somebody else\n/);
    const { stdout: lines } = await callRefold(["replay", path, "--json"]);
    expect(lines).toContain('"type":"x.y","data":{"of":"somebody else"}');
    expect(stderr).toMatch(
      /^refold: offset 2 holds x\.y \(version 1\), which .* changes no state\n$/,
    );
  });
});

/** One turn; twice each of an unknown type that matters, one that does not, and a newer version. */
function newerLog(): LogEvent[] {
  const said = {
    item: { type: "message", role: "user", content: [{ type: "input_text", text: "one" }] },
    origin: "user",
    countedBytes: 100,
  };
  const facts: readonly (readonly [type: string, data: unknown, v?: number])[] = [
    [
      "thread.started",
      {
        ...{ threadId: THREAD_ID, cwd: "/tmp", memoryMode: null, title: null },
        source: { dialect: "refold", version: null },
      },
    ],
    ["turn.started", { envelope: { model: "m" } }],
    ["x.y", { of: "somebody else" }],
    ["item.recorded", said, 2],
    ["history.future", { to: 1 }],
    ["item.recorded", { shape: "unheard of" }, 99],
    ["history.future", { to: 1 }],
    ["turn.completed", { reason: null, durationMs: 1, totals: null }],
  ];
  return facts.map(([type, data, v], offset) => ({
    offset,
    id: `01KN6MM6TRFAHVDH0DBT7K39Z${offset}`,
    at: `2026-04-02T08:41:0${offset}.000Z`,
    type,
    ...(v !== undefined && { v }),
    ...(type.startsWith("turn.") || type.startsWith("item.") ? { turn: TURN } : {}),
    data,
  }));
}

test.each([
  [
    "codex",
    [
      { type: "session_meta", payload: { id: "x" } },
      { type: "holodeck", payload: {} },
    ],
  ],
  [
    "Claude Code",
    [
      { type: "user", uuid: "u1", parentUuid: null, sessionId: "s", message: { content: "Hi" } },
      { type: "holodeck", sessionId: "s" },
    ],
  ],
  [
    "pi",
    [
      { type: "session", version: 3, id: "x", cwd: "/w" },
      { type: "holodeck", id: "a", parentId: null },
    ],
  ],
])("a kind of line of %s that is not known is named once, and counted", async (tool, objects) => {
  const session = join(folder, `${tool}.jsonl`);
  const [first, unknown] = objects.map((object) => `${JSON.stringify(object)}\n`);
  writeFileSync(session, [first, unknown, unknown].join(""));
  const { code, stdout, stderr } = await callRefold(["replay", session]);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr:
      "refold: offset 1 holds a line of kind holodeck, which this version of refold does not know: " +
      "it changes no state\n",
  });
  expect(stdout).toMatch(/unknown +holodeck [12]\n/);
});
