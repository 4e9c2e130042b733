import {
  chmodSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { encodeIndex } from "../../src/sessions/listing/derived-index.js";
import { checkHome } from "../../src/store/jsonl/checkup/check-home.js";
import type { Finding } from "../../src/store/jsonl/checkup/finding.js";
import { nodeFileSystem } from "../../src/store/jsonl/file-system.js";
import { findRollout } from "../../src/store/jsonl/home.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { contractId, newThread } from "../../src/testing/store-contract/contract-case.js";
import { collect } from "../dialects/shared/memory-bytes.js";
import { temporaryHome } from "../store/jsonl/home.js";
import { recordedSessions } from "./recorded-sessions.js";
import { callRefold } from "./run-refold.js";

const THREAD = contractId(1);
const Text = z.string();
const Diagnosis = z.object({
  findings: z.array(
    z.object({ kind: Text, severity: Text, message: Text, remedy: Text.nullable() }),
  ),
});
const TEN_MINUTES_MS = 600_000;

/** A home with an archived thread. @returns also where its plain file would be */
async function archivedHome(): Promise<{ readonly home: string; readonly rollout: string }> {
  const home = temporaryHome();
  chmodSync(home, 0o700);
  const store = jsonlStore({ home });
  // Longer than one frame.
  await newThread(
    store,
    THREAD,
    Array.from({ length: 200 }, () => 40),
  );
  await store.archive(THREAD);
  await store.close();
  const rollout = findRollout({ fileSystem: nodeFileSystem, home }, THREAD) ?? "";
  return { home, rollout };
}

async function doctor(words: readonly string[], home: string) {
  const { code, stdout } = await callRefold(["doctor", "--json", ...words], { home });
  const { findings } = Diagnosis.parse(JSON.parse(stdout));
  return { code, kinds: findings.map(({ kind, severity }) => `${severity} ${kind}`), findings };
}

test("a whole archive is well, under any name", async () => {
  const { home, rollout } = await archivedHome();
  expect(await doctor([], home)).toMatchObject({ code: 0, kinds: [] });
  const elsewhere = join(temporaryHome(), "archive.jsonl");
  copyFileSync(`${rollout}.gz`, elsewhere);
  expect(await doctor([elsewhere], home)).toMatchObject({ code: 0, kinds: [] });
});

test("an archive cut short is an error, and the command it names recovers all whole frames", async () => {
  const { home, rollout } = await archivedHome();
  const archive = `${rollout}.gz`;
  const store = jsonlStore({ home });
  const before = await collect(store.read(THREAD));
  await store.close();
  truncateSync(archive, Math.floor(readFileSync(archive).length * 0.7));
  const { code, kinds, findings } = await doctor([], home);
  expect([code, new Set(kinds)]).toEqual([1, new Set(["error damage"])]);
  const [, , file, , output] = findings[0]?.remedy?.split(" ") ?? [];
  expect([file, output]).toEqual([archive, rollout.replace(/\.jsonl$/, ".clean.jsonl")]);
  const clean = join(temporaryHome(), "clean.jsonl");
  expect((await callRefold(["repair", archive, "-o", clean], { home })).code).toBe(0);
  expect(await doctor([clean], home)).toMatchObject({ code: 0, kinds: [] });
  const kept = readFileSync(clean, "utf8").trimEnd().split("\n").length;
  expect(kept).toBeGreaterThan(before.length / 4);
  expect(kept).toBeLessThan(before.length);
  // Commands that read show what is whole, and say that something is not.
  const log = await callRefold(["log", archive, "--json"], { home });
  expect(log.code).toBe(1);
  const whole = readFileSync(clean, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  expect(log.stdout.split("\n").filter((line) => line.includes('"offset"'))).toHaveLength(
    whole.length,
  );
});

test("an archive beside its plain file is a leftover once nobody can be at work on it", async () => {
  const { home, rollout } = await archivedHome();
  const copy = join(temporaryHome(), "copy.gz");
  copyFileSync(`${rollout}.gz`, copy);
  await callRefold(["unarchive", THREAD], { home });
  copyFileSync(copy, `${rollout}.gz`);
  chmodSync(`${rollout}.gz`, 0o600);
  expect(await doctor([], home)).toMatchObject({ kinds: [] });
  const later = await collect<Finding>(checkHome(home, { now: Date.now() + TEN_MINUTES_MS }));
  expect(later).toMatchObject([
    { kind: "leftover", severity: "warning", path: `${rollout}.gz`, remedy: `rm ${rollout}.gz` },
  ]);
  rmSync(`${rollout}.gz`);
  expect(await collect(checkHome(home, { now: Date.now() + TEN_MINUTES_MS }))).toEqual([]);
});

test("an index of files that nobody can look at is stale, no failure", async () => {
  const { home } = await archivedHome();
  await callRefold(["list"], { home });
  const loop = join(home, "index", "loop");
  symlinkSync(loop, loop);
  const index = join(home, "index", "threads.json");
  const rows = encodeIndex([[join(loop, "there.jsonl"), 1, 1]]);
  writeFileSync(index, rows, { mode: 0o600 });
  const { kinds } = await doctor([], home);
  expect(kinds).toContain("note index-stale");
});

test("an index that is damaged or stale is a note, and gone after the next list", async () => {
  const { home, rollout } = await archivedHome();
  const list = () => callRefold(["list", "--json"], { home });
  await list();
  const [name = ""] = readdirSync(join(home, "index"));
  const index = join(home, "index", name);
  expect(await doctor([], home)).toMatchObject({ code: 0, kinds: [] });
  await callRefold(["unarchive", THREAD], { home });
  expect(await doctor([], home)).toMatchObject({ code: 0, kinds: ["note index-stale"] });
  await list();
  writeFileSync(index, readFileSync(index, "utf8").replace(/\d/, "x"), { mode: 0o600 });
  expect(await doctor([], home)).toMatchObject({ code: 0, kinds: ["note index-damaged"] });
  await list();
  expect(await doctor([], home)).toMatchObject({ code: 0, kinds: [] });
  chmodSync(index, 0o644);
  expect(await doctor([], home)).toMatchObject({ code: 0, kinds: ["warning file-mode"] });
  renameSync(rollout, join(dirname(rollout), `${contractId(9)}.jsonl`));
  expect((await doctor([], home)).kinds).toContain("note index-stale");
});

test("a bundle is well, or unreadable with the part and the byte where it is not", async () => {
  const clean = recordedSessions().find(({ name }) => name === "clean.jsonl")?.path ?? "";
  const folder = temporaryHome();
  const bundle = join(folder, "clean.refold");
  await callRefold(["export", clean, "--format", "bundle", "-o", bundle]);
  expect(await doctor([bundle], folder)).toMatchObject({ code: 0, kinds: [] });
  truncateSync(bundle, Math.floor(readFileSync(bundle).length / 2));
  const { code, kinds, findings } = await doctor([bundle], folder);
  expect([code, kinds]).toEqual([1, ["error unreadable"]]);
  expect(findings[0]?.message).toMatch(/^(?:damaged-bundle|truncated-archive): /);
});
