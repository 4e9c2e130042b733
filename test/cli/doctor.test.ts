import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { nodeFileSystem } from "../../src/store/jsonl/file-system.js";
import { findRollout } from "../../src/store/jsonl/home.js";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { contractId, newThread } from "../../src/testing/store-contract/contract-case.js";
import { temporaryHome } from "../store/jsonl/home.js";
import { recordedSessions } from "./recorded-sessions.js";
import { callRefold } from "./run-refold.js";

const Report = z.object({
  findings: z.array(z.object({ kind: z.string(), remedy: z.string() })),
});

const fixture = (name: string): string =>
  recordedSessions().find((session) => session.name === name)?.path ?? "";

test("sessions of other tools: a whole one is well, each damaged place is an error", async () => {
  const well = await callRefold(["doctor", fixture("clean.jsonl")]);
  expect(well).toMatchObject({ code: 0, stdout: "1 file: nothing is wrong\n" });
  const ill = await callRefold(["doctor", fixture("damaged.jsonl"), "--json"]);
  const { findings } = Report.parse(JSON.parse(ill.stdout));
  expect(ill.code).toBe(1);
  expect(new Set(findings.map(({ kind }) => kind))).toEqual(new Set(["damage"]));
  for (const { remedy } of findings) expect(remedy).toMatch(/^refold repair /);
  expect((await callRefold(["doctor", "/nowhere.jsonl"])).stdout).toContain("file-not-found");
});

test("the store: warnings end well, errors do not", async () => {
  const home = temporaryHome();
  chmodSync(home, 0o700);
  const store = jsonlStore({ home });
  await newThread(store, contractId(1), [3, 2]);
  await store.close();
  expect(await callRefold(["doctor"], { home })).toMatchObject({
    code: 0,
    stdout: `${home}: nothing is wrong\n`,
  });
  const path = findRollout({ fileSystem: nodeFileSystem, home }, contractId(1)) ?? "";
  appendFileSync(path, '{"offset":5,');
  const torn = await callRefold(["doctor"], { home });
  expect(torn.code).toBe(0);
  expect(torn.stdout).toContain("0 errors, 1 warning, 0 notes");
  appendFileSync(path, "\n");
  const damaged = await callRefold(["doctor"], { home });
  expect(damaged.code).toBe(1);
  expect(damaged.stdout).toContain(`→ refold repair ${path} -o `);
});

test("a blob that went comes back when the session's own file is imported again", async () => {
  const home = temporaryHome();
  const session = fixture("images.jsonl");
  await callRefold(["import", session], { home });
  const blobs = blobFiles(home);
  expect(blobs.length).toBeGreaterThan(0);
  for (const [index, path] of blobs.entries()) {
    if (index % 2 === 0) rmSync(path);
    else appendFileSync(path, "x");
  }
  const ill = await callRefold(["doctor"], { home });
  expect(ill.stdout).toContain("import the session's own file again");
  const again = await callRefold(["import", session], { home });
  expect(again).toMatchObject({ code: 0, stderr: "" });
  expect((await callRefold(["doctor"], { home })).stdout).not.toContain("blob-");
  expect(blobFiles(home)).toEqual(blobs);
});

test("where damage takes the only batch, nobody is told to remove the file or to repair it", async () => {
  const { home, path } = await storedThread();
  const bytes = readFileSync(path);
  bytes.write("x", bytes.indexOf('"at"'));
  writeFileSync(path, bytes);
  const { stdout } = await callRefold(["doctor"], { home });
  expect(stdout).toContain("import the session's own file again");
  expect(stdout).not.toMatch(/→ (?:look|refold repair)/);
  const repair = await callRefold(["repair", path, "-o", join(temporaryHome(), "clean.jsonl")]);
  expect(repair.code).toBe(1);
  expect(repair.stderr).not.toContain("refold repair FILE");
});

test("a rollout of another name is moved to its own, unless that one is taken", async () => {
  const { home, path } = await storedThread();
  const wrong = join(dirname(path), `${contractId(2)}.jsonl`);
  renameSync(path, wrong);
  const moved = await callRefold(["doctor"], { home });
  expect(moved.stdout).toContain(`→ mv ${wrong} ${path}\n`);
  copyFileSync(wrong, path);
  const twice = await callRefold(["doctor"], { home });
  expect(twice.stdout).toContain(`→ look at both, then: rm ${wrong}\n`);
});

/** A home with one thread of one batch. */
async function storedThread(): Promise<{ readonly home: string; readonly path: string }> {
  const home = temporaryHome();
  const store = jsonlStore({ home });
  await newThread(store, contractId(1), [3]);
  await store.close();
  return { home, path: findRollout({ fileSystem: nodeFileSystem, home }, contractId(1)) ?? "" };
}

function blobFiles(home: string): readonly string[] {
  return readdirSync(join(home, "blobs"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
}
