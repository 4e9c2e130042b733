import { spawnSync } from "node:child_process";
import { chmodSync, closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { COMMAND_NAMES } from "../../src/cli/catalogue.js";
import { hostileSession } from "./hostile-session.js";
import { callRefold, runRefold } from "./run-refold.js";
import { CLEAN, CLEAN_ULID, CLEAN_UUID, DRIVES, written, folder } from "./written-files.js";

const BIN = fileURLToPath(new URL("../../bin/refold.js", import.meta.url));

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
    const helps = await Promise.all(COMMAND_NAMES.map((name) => callRefold([name, "--help"])));
    for (const [index, { code, stdout, stderr }] of helps.entries()) {
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toContain(`$ refold ${COMMAND_NAMES[index] ?? ""}`);
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

  test("colour is for terminals alone, whatever the environment asks for", () => {
    const env = { PATH: process.env["PATH"], FORCE_COLOR: "1", CLICOLOR_FORCE: "1" };
    const { stdout } = spawnSync(process.execPath, [BIN, "tokens", CLEAN], {
      env,
      encoding: "utf8",
    });
    expect(stdout).not.toContain("\x1b[");
  });

  test("every help fits 80 columns", async () => {
    const helps = await Promise.all([
      callRefold(["--help"]),
      ...COMMAND_NAMES.map((name) => callRefold([name, "--help"])),
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

  test("has escape sequences in the log alone", async () => {
    const path = written("hostile-log.jsonl", hostileSession());
    const [log, ...others] = await Promise.all(
      ["log", "replay", "transcript", "explain"].map((command) => callRefold([command, path])),
    );
    expect(log?.stdout).toContain("\\x1b]52;c;aGk=\\x07");
    for (const { stdout } of others) expect(stdout).not.toContain("\\x1b");
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
    const facts = replay.stdout.trim().split("\n").map(parsed);
    for (const fact of facts.filter(({ kind }) => kind === "fact")) {
      expect(Object.keys(fact)).toEqual(["kind", "offset", "at", "type", "data"]);
    }
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
    const path = written("long.jsonl", repeatedTurns(long, 100));
    const { code, stderr } = await runRefold(["replay", path], { stopAfterBytes: 1 });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  });
});

describe("bad input", () => {
  test("gets a message with a remedy, no stack, and exit code 1", async () => {
    const locked = written("locked.jsonl", "x");
    chmodSync(locked, 0o000);
    const cases: readonly (readonly [words: readonly string[], message: RegExp])[] = [
      [["replay", join(folder, "nowhere.jsonl")], /no such file/],
      [["replay", folder], /is a folder, not a file/],
      [["replay", written("empty.jsonl", "")], /is empty/],
      [["replay", written("page.html", "<!doctype html><p>x")], /looks like an HTML page/],
      [["replay", written("notes.txt", "just words\n")], /looks like plain text/],
      [["replay", "01KN6MM6TRFAHVDH0DBT7K39Y8"], /no such thread/],
      [["replay", CLEAN, "--at", "37"], /no offset 37/],
      [["state", CLEAN, "--at", "1000"], /no offset 1000/],
      [["transcript", CLEAN, "--at", "1000"], /no offset 1000/],
      [["rollback", "../../no/such-file", "--turns", "1"], /not an id/],
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
    const { code, stderr } = await callRefold(["replay", join(folder, "nowhere.jsonl"), "--debug"]);
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
