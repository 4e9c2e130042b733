import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isJsonObject } from "../../src/events/json.js";
import { rolloutPath } from "../../src/store/jsonl/home.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { callRefold } from "./run-refold.js";

const CLEAN = fileURLToPath(new URL("../../fixtures/clean.jsonl", import.meta.url));
const CLEAN_ULID = "01KN6MM6TRFAHVDH0DBT7K39Y9";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "refold-export-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a thread that was rolled back is its file and a rollback by turns, which opens to the same ledger", async () => {
  const home = await imported("rolled-back");
  await callRefold(["rollback", CLEAN_ULID, "--turns", "1"], { home });
  const output = join(home, "..", "rolled-back.jsonl");
  const ran = await callRefold(["export", CLEAN_ULID, "--format", "codex", "-o", output], { home });
  expect(ran).toMatchObject({ code: 0, stdout: "" });
  expect(ran.stderr).not.toMatch(/not carried/);
  const text = readFileSync(output, "utf8");
  expect(text.startsWith(readFileSync(CLEAN, "utf8"))).toBe(true);
  expect(text).toMatch(/"type":"thread_rolled_back","num_turns":1/);
  const items = await ledgerOf(output, home);
  expect(items).toEqual(await ledgerOf(CLEAN_ULID, home));
  expect(items).toHaveLength(12);
});

test("of a damaged thread the page holds what can be read and the places, and the command says so", async () => {
  const home = await imported("damaged");
  await callRefold(["rename", CLEAN_ULID, "Other name"], { home });
  const path = rolloutPath(home, CLEAN_ULID, "2026-04-02T08:41:07Z");
  writeFileSync(path, readFileSync(path, "utf8").replace("Other name", "Older name"));
  const ran = await callRefold(["export", CLEAN_ULID, "--format", "html"], { home });
  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain("damage: line 38");
  expect(ran.stdout).toMatch(/"offset":36[^]*id="damage">\n\{"line":38,/);
});

test("a fork is exported under its own id, and can be imported beside its parent", async () => {
  const home = await imported("forked");
  const { stdout } = await callRefold(["fork", CLEAN_ULID, "--before-turn", "2"], { home });
  const fork = stdout.trim();
  const output = join(home, "..", "forked.jsonl");
  await callRefold(["export", fork, "--format", "codex", "-o", output], { home });
  const other = await imported("beside");
  const again = await callRefold(["import", output], { home: other });
  expect(again.code).toBe(0);
  expect(again.stdout + again.stderr).toContain(fork);
  expect(await ledgerOf(output, home)).toEqual(await ledgerOf(fork, home));
});

test("what a format has no place for is listed on stderr, and never stands in the file", async () => {
  const home = await imported("listed");
  const store = jsonlStore({ home });
  const head = await store.head(CLEAN_ULID);
  const configured = {
    offset: head,
    id: "01KN6MM6TR0000000000000001",
    at: "2026-04-03T10:00:00.000Z",
    type: "thread.configured" as const,
    data: { limits: { compactAt: 100_000 } },
  };
  await store.append(CLEAN_ULID, head, [configured]);
  await store.close();
  const ran = await callRefold(["export", CLEAN_ULID, "--format", "codex"], { home });
  expect(ran.stdout).toBe(readFileSync(CLEAN, "utf8"));
  expect(ran.stderr).toMatch(/not carried over/);
  expect(ran.stderr).toContain(`thread.configured: 1, at #${head}`);
});

async function imported(name: string): Promise<string> {
  const home = join(folder, name, "home");
  mkdirSync(home, { recursive: true });
  await callRefold(["import", CLEAN], { home });
  return home;
}

/** The items of a file's or a thread's ledger, as `refold state` gives them. */
async function ledgerOf(name: string, home: string): Promise<unknown> {
  const { stdout } = await callRefold(["state", name, "--json"], { home });
  const state: unknown = JSON.parse(stdout);
  return isJsonObject(state) ? state.items : null;
}

test("the file that is read is never overwritten, whatever is said", async () => {
  const file = join(folder, "read.jsonl");
  const bytes = readFileSync(CLEAN);
  writeFileSync(file, bytes);
  for (const words of [["md"], ["codex", "--redact"], ["bundle"]]) {
    const ran = await callRefold(["export", file, "--format", ...words, "--force", "-o", file]);
    expect(ran).toMatchObject({ code: 1 });
    expect(ran.stderr).toContain("is not overwritten: it is the file that is read");
    expect(ran.stderr).not.toContain("--force");
  }
  expect(readFileSync(file)).toEqual(bytes);
});
