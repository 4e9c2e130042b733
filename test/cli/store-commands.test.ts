import {
  appendFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { hostileSession } from "./hostile-session.js";
import { callRefold } from "./run-refold.js";
import { CLEAN, CLEAN_ULID, CLEAN_UUID, fresh, written, folder } from "./written-files.js";

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
    expect(changed.stderr).toMatch(/a rollout of Refold's own/);
    expect(changed.stderr).toMatch(/differs from what was imported/);
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
