import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { resumeState } from "../../src/reducers/resume.js";
import { importFile } from "../../src/sessions/import-file.js";
import { openSession } from "../../src/sessions/open-session.js";
import { memoryStore } from "../../src/store/memory.js";

const CLEAN = fileURLToPath(new URL("../../fixtures/clean.jsonl", import.meta.url));

test("an import under a policy bounds tool outputs as a session opened under it", async () => {
  const policy = { mode: "tokens", limit: 1 } as const;
  const store = memoryStore();
  const { threadId, outcome } = await importFile(CLEAN, store, { policy });
  expect(outcome).toBe("imported");
  const session = await openSession(CLEAN, { policy });
  const imported = await resumeState(store.source(threadId));
  const read = await resumeState(session.source);
  expect(imported.ledger.tokens).toBe(read.ledger.tokens);
  const asRecorded = await resumeState((await openSession(CLEAN)).source);
  expect(imported.ledger.tokens).toBeLessThan(asRecorded.ledger.tokens);
  expect(await importFile(CLEAN, store, { policy })).toMatchObject({ outcome: "unchanged" });
});
