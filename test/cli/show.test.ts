import { appendFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { z } from "zod";
import { PaginatedHome } from "../dialects/codex/lineages.js";
import { nodeFileSystem } from "../../src/store/jsonl/file-system.js";
import { findRollout } from "../../src/store/jsonl/home.js";
import { openSession } from "../../src/sessions/open-session.js";
import { threadIdOf } from "../../src/sessions/session.js";
import { hostileSession } from "./hostile-session.js";
import { callRefold } from "./run-refold.js";
import { CLEAN, CLEAN_ULID, DRIVES, folder, fresh, written } from "./written-files.js";

const TURNS = "fixtures/turns.jsonl";
const IMAGES = "fixtures/images.jsonl";

test("an event is shown in full, with its place, its item and its part of the prompt", async () => {
  const { code, stdout } = await callRefold(["show", CLEAN, "15"]);
  expect(code).toBe(0);
  expect(stdout).toContain("origin    line 16, byte 4,701, 370 B: response_item.custom_tool_call");
  expect(stdout).toContain("turn      1, #1 to #23");
  expect(stdout).toContain("#15 custom tool call, 296 B, about 74 tokens");
  expect(stdout).toContain("prompt    part 9 of the next one at #36: ledger");
  expect(stdout).toContain("  +  const shown = localTime(highWater, zone);\n  *** End Patch");
});

test("what a later event took is said with its offset, and what a redo brought back", async () => {
  const compacted = await callRefold(["show", TURNS, "8"]);
  expect(compacted.stdout).toContain("prompt    not in the history");
  expect(compacted.stdout).toContain("compacted by #26 (foreign), 4.6k tokens went");
  const discarded = await callRefold(["show", TURNS, "46"]);
  expect(discarded.stdout).toContain("gone      rolled back by #48");

  const home = fresh("shown-home");
  await callRefold(["import", CLEAN], { home });
  await callRefold(["rollback", CLEAN_ULID, "--turns", "1"], { home });
  const gone = await callRefold(["show", CLEAN_ULID, "26"], { home });
  expect(gone.stdout).toContain("rolled back by #37 (back to offset 23)");
  expect(gone.stdout).toMatch(/origin +line 27, byte [\d,]+, [\d,]+ B: response_item.message/);
  await callRefold(["redo", CLEAN_ULID], { home });
  const back = await callRefold(["show", CLEAN_ULID, "26"], { home });
  expect(back.stdout).toMatch(/restored by\s+#38/);
  expect(back.stdout).toContain("prompt    part 14 of the next one at #38");
});

test("one of several items is shown by its ref, and kept ones lead to where they are now", async () => {
  const { stdout } = await callRefold(["show", TURNS, "26.1"]);
  expect(stdout).toContain("Fill them in from the neighbours");
  expect(stdout).not.toContain("26.0");
  const none = await callRefold(["show", TURNS, "26.9"]);
  expect(none).toMatchObject({ code: 1 });
  expect(none.stderr).toContain("The event holds items 26.0 to 26.2.");
});

test("a blob is written whole, for its owner's eyes only, and to a pipe", async () => {
  const path = join(folder, "shown.png");
  const { code, stdout } = await callRefold(["show", IMAGES, "8"]);
  expect(stdout).toContain("1  image, image/png 96×64, sha256-");
  expect(code).toBe(0);
  const words = ["show", IMAGES, "8", "--blob", "2", "-o"];
  expect(await callRefold([...words, path])).toMatchObject({ code: 0, stdout: "" });
  expect(readFileSync(path).subarray(1, 4).toString()).toBe("PNG");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const again = await callRefold([...words, path]);
  expect(again).toMatchObject({ code: 1 });
  expect(again.stderr).toContain("is not overwritten");
  expect((await callRefold([...words, "-"])).stdout).toContain("PNG");
  const wrong = await callRefold(["show", IMAGES, "8", "--blob", "3", "-o", path]);
  expect(wrong).toMatchObject({ code: 1 });
  expect(wrong.stderr).toContain("there is no blob 3");
});

test("--json has the event, where it stands, and what came of its items", async () => {
  const { stdout } = await callRefold(["show", TURNS, "8", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({
    event: { offset: 8, type: "item.recorded", at: "2026-04-09T18:02:14.800Z" },
    ...{ head: 66, rolledBackAt: null, turn: { number: 1, offset: 1, endOffset: 12 } },
    origin: { file: TURNS, line: 9, recorded: { lineType: "response_item.function_call_output" } },
    items: [
      {
        ...{ ref: 8, heldAs: null, prompt: null, type: "function_call_output", origin: "tool" },
        changes: [{ offset: 26, kind: "compacted" }],
      },
    ],
    ...{ setting: null, blobs: [] },
  });
});

test("an event of a history in several files is found in the one that holds it", async () => {
  const codex = new PaginatedHome([
    { kind: "turn", thread: 0 },
    { kind: "fork", thread: 0, cut: 5 },
    { kind: "turn", thread: 1 },
  ]);
  const home = fresh("lineage");
  const [base = "", fork = ""] = codex.files.map(({ name }) => name);
  for (const [name, content] of codex.contents()) writeFileSync(join(home, name), content);
  const lines = readFileSync(join(home, fork), "utf8").trimEnd().split("\n");
  const found = async (offset: number) => {
    const { stdout } = await callRefold(["show", join(home, fork), String(offset), "--json"]);
    return z.object({ head: z.number(), origin: z.unknown() }).parse(JSON.parse(stdout));
  };
  const { head, origin } = await found(0);
  expect(origin).toMatchObject({ file: join(home, base), line: 1, byte: 0 });
  const last = await found(head - 1);
  const bytes = Buffer.byteLength(lines.at(-1) ?? "");
  const byte = Buffer.byteLength(`${lines.slice(0, -1).join("\n")}\n`);
  expect(last.origin).toMatchObject({ file: join(home, fork), line: lines.length, byte, bytes });
});

test("an offset that there is none of is refused with those that there are", async () => {
  const beyond = await callRefold(["show", CLEAN, "37"]);
  expect(beyond).toMatchObject({ code: 1, stdout: "" });
  expect(beyond.stderr).toContain("the log has offsets 0 to 36");
  for (const words of [["1.5"], ["5.9"], ["1", "--blob", "1", "-o", "-"]]) {
    expect(await callRefold(["show", CLEAN, ...words])).toMatchObject({ code: 1, stdout: "" });
  }
  for (const offset of ["x", "-1", "1.x", "1e3", ""]) {
    expect(await callRefold(["show", CLEAN, offset])).toMatchObject({ code: 2, stdout: "" });
  }
});

test("an event that is lost to damage is said to be, with the damage", async () => {
  const home = fresh("lost-home");
  // Two batches, of which the first is damaged.
  const session = readFileSync(CLEAN, "utf8").split("\n");
  const growing = written("growing.jsonl", `${session.slice(0, 20).join("\n")}\n`);
  await callRefold(["import", growing], { home });
  appendFileSync(growing, session.slice(20).join("\n"));
  await callRefold(["import", growing], { home });
  const path = findRollout({ fileSystem: nodeFileSystem, home }, CLEAN_ULID) ?? "";
  const lines = readFileSync(path, "utf8").split("\n");
  writeFileSync(path, lines.map((line, index) => (index === 9 ? "{}" : line)).join("\n"));
  const { code, stdout, stderr } = await callRefold(["show", CLEAN_ULID, "9"], { home });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("the event at offset 9 is lost to damage");
  expect(stderr).toContain("refold: damage: ");
});

test("every event of a hostile session drives no terminal and fits 80 columns", async () => {
  const path = written("hostile-show.jsonl", hostileSession());
  for (let offset = 0; offset < 9; offset++) {
    const { stdout } = await callRefold(["show", path, String(offset)]);
    expect(stdout).toContain(`#${offset}`);
    expect(stdout).not.toMatch(DRIVES);
    for (const line of stdout.split("\n")) expect(stringWidth(line)).toBeLessThanOrEqual(80);
  }
});

test.each(["claude-code", "pi-tree", "damaged", "bare-2025"])(
  "%s: the origin of each event is the bytes of its object, also of an imported one",
  async (name) => {
    const path = `fixtures/${name}.jsonl`;
    const bytes = readFileSync(path);
    const session = await openSession(path);
    const home = fresh(`origins-${name}`);
    await callRefold(["import", path], { home });
    const imported = await openSession(await threadIdOf(session.source), { home });
    for await (const { offset } of session.source.read()) {
      const origin = await session.origin(offset);
      expect(origin?.file).toBe(path);
      const { byte = 0, bytes: size = 0, recorded } = origin ?? {};
      const text = bytes
        .subarray(byte, byte + size)
        .toString("utf8")
        .replaceAll("\0", " ");
      expect(JSON.parse(text)).toEqual(recorded?.object);
      expect((await imported.origin(offset))?.recorded).toEqual(recorded);
    }
    await imported.close();
    await session.close();
    expect(await session.origin(1000)).toBeNull();
    expect((await callRefold(["show", path, "3"])).stdout).toMatch(/origin +line \d+, byte [\d,]+/);
  },
);
