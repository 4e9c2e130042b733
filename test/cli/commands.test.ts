import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import stringWidth from "string-width";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/catalogue.js";
import { hostileSession } from "./hostile-session.js";
import { callRefold, runRefold } from "./run-refold.js";

const BIN = fileURLToPath(new URL("../../bin/refold.js", import.meta.url));
const CLEAN = fileURLToPath(new URL("../../fixtures/clean.jsonl", import.meta.url));
const CLEAN_ULID = "01KN6MM6TRFAHVDH0DBT7K39Y9";
const CLEAN_UUID = "019d4d4a-1b58-7aa3-b6c4-0d5e8f31a7c9";
// eslint-disable-next-line no-control-regex -- controls are what it looks for
const DRIVES = /[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "refold-cli-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fresh(name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
}

function written(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** Words that make each reading command run on a session. */
const READING: readonly (readonly string[])[] = [
  ["replay"],
  ["replay", "--turns"],
  ["replay", "--items"],
  ["replay", "--json"],
  ["replay", "--verify"],
  ["log"],
  ["log", "--json"],
  ["state"],
  ["state", "--json"],
  ["tokens"],
  ["tokens", "--json"],
  ["prompt", "--model", "m", "--provider", "anthropic", "--explain"],
  ["transcript"],
  ["transcript", "--format", "html"],
  ["forgetting"],
  ["cache"],
];

describe("help", () => {
  test("every command has a help with an example", async () => {
    const helps = await Promise.all(COMMANDS.map(({ name }) => callRefold([name, "--help"])));
    for (const [index, { code, stdout, stderr }] of helps.entries()) {
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toContain(`$ refold ${COMMANDS[index]?.name ?? ""}`);
    }
  });

  test("the version is the package's", async () => {
    const { code, stdout } = await runRefold(["--version"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test("help of a command is its help; of an unknown one, the names nearest to it", async () => {
    const help = await callRefold(["replay", "--help"]);
    expect(await callRefold(["help", "replay"])).toEqual(help);
    expect(await callRefold(["help"])).toEqual(await callRefold(["--help"]));
    expect(await callRefold(["help", "repaly"])).toEqual({
      code: 2,
      stdout: "",
      stderr: "refold: unknown command 'repaly'\n(Did you mean repair or replay?)\n",
    });
  });

  test("every help fits 80 columns", async () => {
    const helps = await Promise.all([
      callRefold(["--help"]),
      ...COMMANDS.map(({ name }) => callRefold([name, "--help"])),
    ]);
    for (const { stdout } of helps) {
      expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
    }
  });

  test("wrong usage ends with 2, and says on stderr what is wrong", async () => {
    const wrong = [
      ["frobnicate"],
      ["help", "frobnicate"],
      ["replay"],
      ["replay", CLEAN, "--at", "minus-one"],
      ["replay", CLEAN, "--nonsense"],
      ["rollback", CLEAN_ULID],
      ["state", CLEAN, "--tool-output-limit", "many"],
      ["log", CLEAN, "--from", "5", "--to", "3"],
      ["undo", CLEAN],
      ["prompt", written("start.jsonl", readFileSync(CLEAN, "utf8").split("\n", 1).join("\n"))],
    ];
    for (const { code, stdout, stderr } of await Promise.all(
      wrong.map((words) => callRefold(words)),
    )) {
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toMatch(/^refold: /);
    }
  });
});

describe("what the system refuses", () => {
  test("is told with its remedy, and is no defect", async () => {
    const file = written("a-file", "no folder");
    const ran = await Promise.all([
      callRefold(["export", CLEAN, "--format", "md", "-o", join(folder, "none", "out.md")]),
      callRefold(["repair", CLEAN, "-o", join(file, "out.jsonl")]),
      callRefold(["list"], { home: file }),
      callRefold(["doctor"], { home: file }),
      callRefold(["import", CLEAN], { home: file }),
    ]);
    for (const { code, stderr } of ran) {
      expect(code).toBe(1);
      expect(stderr).toMatch(/failed: (ENOENT|ENOTDIR)\n.*name another place/);
    }
  });

  test.runIf(existsSync("/dev/full"))("is told where it is the output itself", () => {
    const full = openSync("/dev/full", "w");
    try {
      const { status, stderr } = spawnSync(process.execPath, [BIN, "replay", CLEAN], {
        stdio: ["ignore", full, "pipe"],
        encoding: "utf8",
      });
      expect(status).toBe(1);
      expect(stderr).toMatch(/^refold: the output cannot be written: ENOSPC.*\n$/);
    } finally {
      closeSync(full);
    }
  });
});

test("a type that no event is of is answered with those that are spelled like it", async () => {
  const { code, stdout, stderr } = await callRefold(["log", CLEAN, "--type", "item.recordd"]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  expect(stderr).toContain("did you mean item.recorded?");
});

describe("what a session says", () => {
  test("drives no terminal, whichever command shows it, and fits 80 columns", async () => {
    const path = written("hostile.jsonl", hostileSession());
    const ran = await Promise.all(
      READING.map(([command = "", ...options]) => callRefold([command, path, ...options])),
    );
    for (const [index, { stdout, stderr }] of ran.entries()) {
      expect(stdout, READING[index]?.join(" ")).not.toBe("");
      expect(stdout).not.toMatch(DRIVES);
      expect(stderr).not.toMatch(DRIVES);
      const isForPrograms = /json|prompt|transcript/.test(READING[index]?.join(" ") ?? "");
      for (const line of isForPrograms ? [] : stdout.split("\n")) {
        expect(stringWidth(line)).toBeLessThanOrEqual(80);
      }
    }
  });

  test("is in JSON what it was, only escaped", async () => {
    const path = written("hostile-too.jsonl", hostileSession());
    const { stdout } = await callRefold(["transcript", path, "--format", "json"]);
    expect(stdout).not.toMatch(DRIVES);
    expect(JSON.stringify(JSON.parse(stdout))).toContain("\\u001b]52;c;aGk=\\u0007");
  });

  test("in a file's name drives no terminal either", async () => {
    const path = written("na\x1b[2Jme\u202e.jsonl", readFileSync(CLEAN));
    const [shown, missing] = await Promise.all([
      callRefold(["replay", path]),
      callRefold(["replay", `${path}-not-there`]),
    ]);
    expect(shown.code).toBe(0);
    expect(shown.stdout).not.toMatch(DRIVES);
    expect(missing.stderr).not.toMatch(DRIVES);
  });

  test("is JSON that parses, also line by line", async () => {
    const [replay, state] = await Promise.all([
      callRefold(["replay", CLEAN, "--json"]),
      callRefold(["state", CLEAN, "--json"]),
    ]);
    const kinds = replay.stdout.trim().split("\n").map(kindOf);
    expect(kinds[0]).toBe("header");
    expect(kinds.at(-1)).toBe("summary");
    expect(Object.keys(parsed(state.stdout))).toEqual([
      ...["threadId", "foreignId", "offset", "historyVersion", "items", "baseline"],
      ...["previousTurn", "checkpoint", "usage", "turns"],
    ]);
    expect(parsed(state.stdout)).toMatchObject({
      threadId: CLEAN_ULID,
      foreignId: CLEAN_UUID,
      offset: 36,
      baseline: { model: "gpt-5.2-codex" },
    });
  });

  test("may be read by one who goes away", async () => {
    const long = readFileSync(CLEAN, "utf8") + "\n".repeat(3);
    const path = written("long.jsonl", repeatedTurns(long, 400));
    const { code, stderr } = await runRefold(["replay", path], { stopAfterBytes: 1 });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});

describe("bad input", () => {
  test("gets a message with a remedy, no stack, and exit code 1", async () => {
    const locked = written("locked.jsonl", "x");
    chmodSync(locked, 0o000);
    const cases: readonly (readonly [words: readonly string[], message: RegExp])[] = [
      [["replay", join(folder, "nowhere.jsonl")], /there is no file/],
      [["replay", folder], /is a folder, not a file/],
      [["replay", written("empty.jsonl", "")], /is empty/],
      [["replay", written("page.html", "<!doctype html><p>x")], /looks like an HTML page/],
      [["replay", written("notes.txt", "just words\n")], /looks like plain text/],
      [["replay", "01KN6MM6TRFAHVDH0DBT7K39Y8"], /there is no thread/],
      [["replay", CLEAN, "--at", "37"], /no offset 37/],
      [["state", CLEAN, "--at", "1000"], /no offset 1000/],
      [["transcript", CLEAN, "--at", "1000"], /no offset 1000/],
      [["rollback", "../../etc/passwd", "--turns", "1"], /not an id/],
      [["tree", "no-such-thread!"], /not an id/],
      ...(process.getuid?.() === 0 ? [] : [[["replay", locked], /no permission/] as const]),
    ];
    const ran = await Promise.all(cases.map(([words]) => callRefold(words)));
    for (const [index, { code, stdout, stderr }] of ran.entries()) {
      expect({ code, stdout }, stderr).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(cases[index]?.[1] ?? /^$/);
      expect(stderr).not.toMatch(/^\s+at /m);
    }
    chmodSync(locked, 0o600);
  });

  test("with --debug shows the code and where it was thrown", async () => {
    const { code, stderr } = await runRefold(["replay", join(folder, "nowhere.jsonl"), "--debug"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/code: file-not-found/);
    expect(stderr).toMatch(/^\s+at /m);
  });

  test("that is damaged is shown all the same, and ends with 1", async () => {
    const text = readFileSync(CLEAN, "utf8");
    const path = written("damaged.jsonl", text.replace("\n", '\n{"timestamp":"2026-04-02T\n'));
    const ran = await Promise.all(
      ["replay", "log", "state"].map((command) => callRefold([command, path])),
    );
    for (const { code, stdout, stderr } of ran) {
      expect(code).toBe(1);
      expect(`${stdout}${stderr}`).toMatch(/line 2, byte \d+, at #1: torn/);
    }
  });
});

describe("the store", () => {
  test("takes a session in once, adds what is new, and refuses what changed", async () => {
    const home = fresh("import-home");
    const text = readFileSync(CLEAN, "utf8");
    const lines = text.split("\n");
    const path = written("growing.jsonl", lines.slice(0, 20).join("\n") + "\n");
    const first = await callRefold(["import", path], { home });
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toContain(`${CLEAN_ULID}  imported, 20 events`);
    expect((await callRefold(["import", path], { home })).stdout).toContain(
      "nothing new, 20 events",
    );
    appendFileSync(path, lines.slice(20).join("\n"));
    expect((await callRefold(["import", path], { home })).stdout).toContain("17 of 37 events new");
    writeFileSync(path, text.replace("hour late", "hour soon"));
    const changed = await callRefold(["import", folder, path, CLEAN], { home });
    expect(changed.code).toBe(1);
    expect(changed.stderr).toMatch(/is a folder/);
    expect(changed.stderr).toMatch(/is not what was imported/);
    expect(changed.stdout).toContain("nothing new, 37 events");
  });

  test("knows an archive again that was cut short, and adds the rest once it is whole", async () => {
    const home = fresh("cut-home");
    const packed = gzipSync(readFileSync(CLEAN), { level: 0 });
    const path = written("cut.jsonl.gz", packed.subarray(0, 6000));
    const first = await callRefold(["import", path], { home });
    expect(first.code).toBe(1);
    expect(first.stdout).toContain(`${CLEAN_ULID}  imported`);
    const again = await callRefold(["import", path], { home });
    expect(again.stdout).toContain("nothing new");
    writeFileSync(path, packed);
    const whole = await callRefold(["import", path], { home });
    expect(whole).toMatchObject({ code: 0, stderr: "" });
    expect(whole.stdout).toMatch(/ of 37 events new/);
  });

  test("gives a session back byte for byte, for its owner's eyes only", async () => {
    const home = fresh("export-home");
    await callRefold(["import", CLEAN], { home });
    const output = join(folder, "exported.jsonl");
    const words = ["export", CLEAN_UUID, "--format", "codex", "-o", output];
    const [toStdout, toFile] = await Promise.all([
      callRefold(words.slice(0, 4), { home }),
      callRefold(words, { home }),
    ]);
    expect(toStdout.stdout).toBe(readFileSync(CLEAN, "utf8"));
    expect(toFile.code).toBe(0);
    expect(readFileSync(output, "utf8")).toBe(toStdout.stdout);
    expect(statSync(output).mode & 0o777).toBe(0o600);
    const again = await callRefold(words, { home });
    expect(again.code).toBe(1);
    expect(again.stderr).toMatch(/it exists/);
    expect((await callRefold([...words, "--force"], { home })).code).toBe(0);
    const inside = join(home, "x.jsonl");
    await callRefold([...words.slice(0, 4), "-o", inside], { home });
    expect(existsSync(inside)).toBe(false);
    expect(readdirSync(folder).filter((name) => name.includes(".part-"))).toEqual([]);
  });

  test("reads a thread by id, by a beginning of it, by UUID, and by its file", async () => {
    const home = fresh("names-home");
    await callRefold(["import", CLEAN], { home });
    const file = join(home, "threads", "2026", "04", "02", `${CLEAN_ULID}.jsonl`);
    const names = [CLEAN_ULID, CLEAN_ULID.slice(0, 8).toLowerCase(), CLEAN_UUID, file];
    const ran = await Promise.all(
      names.map((name) => callRefold(["replay", name, "--turns"], { home })),
    );
    const direct = await callRefold(["replay", CLEAN, "--turns"]);
    for (const { code, stdout } of ran) {
      expect(code).toBe(0);
      expect(stdout.split("\n").slice(1)).toEqual(direct.stdout.split("\n").slice(1));
    }
    const copied = written("copied.jsonl", readFileSync(file));
    const copy = await callRefold(["state", copied, "--json"]);
    expect(copy.stdout).toBe((await callRefold(["state", CLEAN, "--json"])).stdout);
  });

  test("goes back, undoes and redoes, forks, and says what differs", async () => {
    const home = fresh("travel-home");
    const run = (...words: string[]) => callRefold(words, { home });
    const forked = await run("fork", CLEAN, "--before-turn", "2");
    expect(forked).toMatchObject({ code: 0, stderr: "" });
    const fork = forked.stdout.trim();
    const whole = parsed((await run("state", CLEAN_ULID, "--json")).stdout);
    expect((await run("rollback", CLEAN_ULID, "--turns", "1")).stdout).toMatch(
      /^back to #23 \(1 turn\)/,
    );
    expect(parsed((await run("state", CLEAN_ULID, "--json")).stdout)["items"]).toEqual(
      parsed((await run("state", fork, "--json")).stdout)["items"],
    );
    expect((await run("redo", CLEAN_ULID)).code).toBe(0);
    expect(parsed((await run("state", CLEAN_ULID, "--json")).stdout)["items"]).toEqual(
      whole["items"],
    );
    expect((await run("redo", CLEAN_ULID)).stderr).toMatch(/nothing to redo/);
    expect((await run("undo", CLEAN_ULID)).code).toBe(0);
    const [noTurn, tree, diff] = await Promise.all([
      run("fork", CLEAN_ULID, "--before-turn", "9"),
      run("tree", fork),
      run("diff", `${CLEAN_ULID}@36`, fork),
    ]);
    expect(noTurn).toMatchObject({ code: 1 });
    expect(noTurn.stderr).toMatch(/one turn/);
    expect(tree.stdout).toMatch(/├─○ \w{26} {2}fork at #23, 1 own event/);
    expect(tree.stdout).toMatch(/#37 rolled back to #23 \(1 turn\)/);
    expect(diff.stdout).toContain("Lovely. Please add a test");
    const other = written(
      "other.jsonl",
      hostileSession().replace(CLEAN_UUID, CLEAN_UUID.replace("019d", "019e")),
    );
    expect((await run("diff", CLEAN, other)).stderr).toMatch(/no history in common/);
  });

  test("follows what is recorded while it looks", async () => {
    const path = written("followed.jsonl", readFileSync(CLEAN));
    const { code, stdout } = await callRefold(["log", path, "--follow", "--to", "3", "--json"]);
    expect(code).toBe(0);
    expect(stdout.trim().split("\n")).toHaveLength(4);
  });
});

function parsed(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  expect(value).toBeTypeOf("object");
  return { ...(typeof value === "object" ? value : {}) };
}

function kindOf(line: string): unknown {
  return parsed(line)["kind"];
}

/** A session whose turns are repeated: byte-identical lines are legitimate. */
function repeatedTurns(text: string, times: number): string {
  const [first = "", ...rest] = text.trimEnd().split("\n");
  return [first, ...Array.from({ length: times }, () => rest).flat()].join("\n");
}
