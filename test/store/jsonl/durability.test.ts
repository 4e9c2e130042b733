import { describe, expect, test } from "vitest";
import { jsonlStore } from "../../../src/store/jsonl/jsonl-store.js";
import { temporaryHome } from "./home.js";
import { sampleThread } from "./sample-thread.js";
import { watchedFileSystem } from "./watched-file-system.js";
import { openStore } from "./stored-thread.js";

describe("durability", () => {
  async function syncsOf(durability: "append" | "turn" | "none") {
    const fileSystem = watchedFileSystem();
    const store = jsonlStore({ home: temporaryHome(), fileSystem, durability });
    const thread = sampleThread();
    const syncs = () => {
      const calls = fileSystem.taken();
      const count = (name: string) => calls.filter((call) => call === name).length;
      return { data: count("syncData"), folder: count("syncFolder") > 0, writes: count("write") };
    };
    await store.append(thread.threadId, 0, [thread.started(), thread.notice(1)]);
    const first = syncs();
    await store.append(thread.threadId, 2, thread.notices(2, 5));
    const middle = syncs();
    await store.append(thread.threadId, 7, [thread.notice(7), thread.turnCompleted(8)]);
    const turnEnd = syncs();
    await store.append(thread.threadId, 9, thread.notices(9, 5));
    syncs();
    await store.sync(thread.threadId);
    const sync = syncs();
    await store.append(thread.threadId, 14, thread.notices(14, 1));
    syncs();
    await store.close();
    return { first, middle, turnEnd, sync, close: syncs() };
  }
  const none = { data: 0, folder: false };
  const data = { data: 1, folder: false };

  test("append syncs every batch, and the folders of a new file", async () => {
    expect(await syncsOf("append")).toMatchObject({
      first: { data: 1, folder: true },
      middle: data,
      turnEnd: data,
      sync: none,
      close: none,
    });
  });

  test("turn syncs when a turn ends, when asked to, and on closing", async () => {
    expect(await syncsOf("turn")).toMatchObject({
      first: none,
      middle: none,
      turnEnd: { data: 1, folder: true },
      sync: data,
      close: data,
    });
  });

  test("turn syncs when a turn is aborted, too", async () => {
    const fileSystem = watchedFileSystem();
    const store = openStore({ home: temporaryHome(), fileSystem, durability: "turn" });
    const thread = sampleThread();
    await store.append(thread.threadId, 0, [thread.started(), thread.notice(1)]);
    fileSystem.taken();
    await store.append(thread.threadId, 2, [{ ...thread.turnCompleted(2), type: "turn.aborted" }]);
    expect(fileSystem.taken()).toContain("syncData");
  });

  test("none syncs when asked to only", async () => {
    expect(await syncsOf("none")).toMatchObject({
      first: none,
      middle: none,
      turnEnd: none,
      sync: { data: 1, folder: true },
      close: none,
    });
  });

  test("costs one write a batch, whatever its level", async () => {
    for (const level of ["append", "turn", "none"] as const) {
      const { middle, turnEnd } = await syncsOf(level);
      expect([middle.writes, turnEnd.writes]).toEqual([1, 1]);
    }
  });
});

test.each(["fsync", "", null, 5])("there is no durability %j", (durability) => {
  const options = { home: "unused" };
  Reflect.set(options, "durability", durability);
  expect(() => jsonlStore(options)).toThrow(expect.objectContaining({ code: "invalid-argument" }));
});
