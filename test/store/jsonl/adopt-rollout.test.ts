import { readdirSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { adoptRollout } from "../../../src/store/jsonl/adopt.js";
import { nodeFileSystem } from "../../../src/store/jsonl/file-system.js";
import { leaseFolder, rolloutPath } from "../../../src/store/jsonl/home.js";
import { openLog } from "../../../src/store/jsonl/open-log.js";
import { systemError } from "../../../src/testing/faulty-file-system.js";
import { temporaryHome } from "./home.js";
import { storedThread } from "./stored-thread.js";
import { watchedFileSystem } from "./watched-file-system.js";

test("law 10: a log is not taken in by one whose lease was taken over meanwhile", async () => {
  const { thread, path } = await storedThread();
  const home = temporaryHome();
  const target = rolloutPath(home, thread.threadId, thread.started().at);
  const fileSystem = watchedFileSystem({
    syncData: (file) => {
      rmSync(leaseFolder(target), { recursive: true });
      nodeFileSystem.syncData(file);
    },
  });
  const log = openLog(nodeFileSystem, path);
  const adopting = adoptRollout({ fileSystem, home }, thread.threadId, log);
  await expect(adopting).rejects.toMatchObject({ code: "fenced" });
  log[Symbol.dispose]();
  expect(
    readdirSync(home, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.includes(".jsonl"),
    ),
  ).toEqual([]);
});

test("where there is no room for a log, that is what is told", async () => {
  const { thread, path } = await storedThread();
  const fileSystem = watchedFileSystem({
    makeFolder: () => {
      throw systemError("ENOSPC", "mkdir", "there");
    },
  });
  const log = openLog(nodeFileSystem, path);
  const adopting = adoptRollout({ fileSystem, home: temporaryHome() }, thread.threadId, log);
  await expect(adopting).rejects.toMatchObject({ code: "disk-full" });
  log[Symbol.dispose]();
});
