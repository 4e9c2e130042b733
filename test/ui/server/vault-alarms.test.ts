import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { VaultAlarms } from "../../../src/ui/server/vault-alarms.js";
import { temporaryHome } from "../../store/jsonl/home.js";
import { keepOnce } from "../../vault/vault-folder.js";

test("what vanished within a week is a notice, until it is back", async () => {
  const home = temporaryHome();
  const sessions = join(home, "sessions");
  const path = join(sessions, "a.jsonl");
  const alarms = new VaultAlarms(home);
  expect(alarms.notices()).toEqual([]);
  mkdirSync(sessions);
  writeFileSync(path, "one\n");
  await keepOnce(sessions, join(home, "vault"));
  expect(alarms.notices()).toEqual([]);
  rmSync(path);
  await keepOnce(sessions, join(home, "vault"));
  expect(alarms.notices()).toEqual([`vanished: ${path}, 4 B; the vault has it`]);
  expect(alarms.notices(Date.now() + 8 * 86_400_000)).toEqual([]);
  writeFileSync(path, "one\n");
  await keepOnce(sessions, join(home, "vault"));
  expect(alarms.notices()).toEqual([]);
});
