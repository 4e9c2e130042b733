import { appendFileSync, chmodSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";
import { jsonlStore } from "../../src/store/jsonl/jsonl-store.js";
import { nodeFileSystem } from "../../src/store/jsonl/file-system.js";
import { findRollout } from "../../src/store/jsonl/rollout-path.js";
import { contractId, newThread } from "../../src/testing/store-contract/contract-events.js";
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
