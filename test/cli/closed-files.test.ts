import { chmodSync, copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isSuperuser } from "../is-superuser.js";
import { temporaryHome } from "../store/jsonl/home.js";
import { recordedSessions } from "./recorded-sessions.js";
import { callRefold } from "./run-refold.js";

const CLEAN = recordedSessions().find(({ name }) => name === "clean.jsonl")?.path ?? "";
const THREAD = "01KN6MM6TRFAHVDH0DBT7K39Y9";
const ROLLOUT = `threads/2026/04/02/${THREAD}.jsonl`;

// Who once ran a command as the superuser has such files.
describe.skipIf(isSuperuser())("a file that is closed to us", () => {
  test("in the store: the others are listed, and the doctor names it and what mends it", async () => {
    const home = temporaryHome();
    await callRefold(["import", CLEAN], { home });
    chmodSync(join(home, ROLLOUT), 0);
    const listed = await callRefold(["list"], { home });
    expect(listed.code).toBe(1);
    expect(listed.stdout).toContain("EACCES");
    const { stdout, code } = await callRefold(["doctor"], { home });
    expect(code).toBe(1);
    expect(stdout).toMatch(/error unreadable {2}.*\n.*EACCES.*\n(?:.*\n)* {2}→ sudo chown/);
    chmodSync(join(home, ROLLOUT), 0o600);
    expect((await callRefold(["doctor"], { home })).code).toBe(0);
  });

  test("in a Codex home: it and a closed folder are named, and the others listed", async () => {
    const folder = temporaryHome();
    const closed = join(folder, "sessions", "closed");
    mkdirSync(closed, { recursive: true });
    copyFileSync(CLEAN, join(folder, "sessions", "one.jsonl"));
    copyFileSync(CLEAN, join(folder, "sessions", "shut.jsonl"));
    chmodSync(join(folder, "sessions", "shut.jsonl"), 0);
    chmodSync(closed, 0);
    const { code, stdout, stderr } = await callRefold(["list", "--codex", folder], {
      home: temporaryHome(),
    });
    chmodSync(closed, 0o700);
    expect(code).toBe(1);
    expect(stdout).toContain(THREAD.slice(0, 6));
    expect(stderr).toMatch(/left out: .*closed/);
    expect(stderr).toMatch(/left out: .*shut\.jsonl/);
  });
});
