import { RefoldError } from "../../../src/errors.js";
import { type ChildProcess, fork } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  renameSync,
  truncateSync,
  writeFileSync,
  readFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { LogEvent } from "../../../src/events/event.js";
import type { EventStore } from "../../../src/store/event-store.js";
import { nodeFileSystem } from "../../../src/store/jsonl/file-system.js";
import { rolloutPath } from "../../../src/store/jsonl/home.js";
import { jsonlStore } from "../../../src/store/jsonl/jsonl-store.js";
import { encodeBatch, encodeLog } from "../../../src/store/jsonl/line-encoder.js";
import { lastSum } from "../../../src/store/jsonl/line-ending.js";
import { temporaryHome } from "./home.js";
import { sampleThread } from "./sample-thread.js";

const at = "2026-04-01T12:00:00.000Z";

/** A thread with four events, the file that holds it, and a store that did not write it. */
async function threadOnDisk() {
  const home = temporaryHome();
  const thread = sampleThread();
  const { threadId } = thread;
  const writer = jsonlStore({ home, durability: "none" });
  await writer.append(threadId, 0, [thread.started(), ...thread.notices(1, 1)]);
  await writer.append(threadId, 2, thread.notices(2, 2));
  await writer.close();
  const store = jsonlStore({ home, durability: "none" });
  onTestFinished(() => store.close());
  return { ...thread, store, path: rolloutPath(home, threadId, at), thread };
}

/** Follows from the head on, after what is there. */
async function followFromHead(store: EventStore, threadId: string) {
  const from = await store.head(threadId);
  const iterator = store.follow(threadId, { from })[Symbol.asyncIterator]();
  onTestFinished(async () => {
    await iterator.return?.();
  });
  return iterator;
}

async function offsetsFrom(iterator: AsyncIterator<LogEvent>, count: number): Promise<number[]> {
  const offsets: number[] = [];
  while (offsets.length < count) {
    const next = await iterator.next();
    if (next.done === true) break;
    offsets.push(next.value.offset);
  }
  return offsets;
}

test("law 10: a follower sees what another process appends, batches whole", async () => {
  const { store, threadId, thread, path } = await threadOnDisk();
  const iterator = await followFromHead(store, threadId);
  const other = appendingProcess(path);
  const bytes = nextBatch(path, thread.notices(4, 3));
  const next = iterator.next();
  for (const end of [10, bytes.indexOf("\n") + 1, bytes.length - 1]) {
    await other.append(bytes.subarray(other.written, end));
    expect(await store.head(threadId)).toBe(4);
  }
  await other.append(bytes.subarray(other.written));
  expect((await next).value).toMatchObject({ offset: 4, left: 2 });
  expect(await offsetsFrom(iterator, 2)).toEqual([5, 6]);
});

test("a follower goes on over a file that took the place of the one before", async () => {
  const { store, threadId, thread, path } = await threadOnDisk();
  const iterator = await followFromHead(store, threadId);
  const next = iterator.next();
  copyFileSync(path, `${path}.copy`);
  renameSync(`${path}.copy`, path);
  appendFileSync(path, nextBatch(path, thread.notices(4, 1)));
  expect((await next).value).toMatchObject({ offset: 4 });
});

test("a follower goes on over a file that was away for a moment", async () => {
  const { threadId, thread, path } = await threadOnDisk();
  let away = 0;
  const status = (of: string) => {
    if (of !== path || away === 0) return nodeFileSystem.status(of);
    away -= 1;
    return undefined;
  };
  const home = join(path, "../../../../..");
  const store = jsonlStore({ home, fileSystem: { ...nodeFileSystem, status } });
  onTestFinished(() => store.close());
  const iterator = store.follow(threadId, { from: 3 })[Symbol.asyncIterator]();
  onTestFinished(async () => {
    await iterator.return?.();
  });
  expect((await iterator.next()).value).toMatchObject({ offset: 3 });
  away = 4; // one look, and one search
  const next = iterator.next();
  appendFileSync(path, nextBatch(path, thread.notices(4, 1)));
  expect((await next).value).toMatchObject({ offset: 4 });
  expect(away).toBe(0);
});

test("a follower goes on when its fork gets its parent's lines before its own", async () => {
  const { store, threadId, thread } = await threadOnDisk();
  const [parent] = await eventsAt(store, threadId, 2);
  const child = sampleThread();
  const from = { threadId, offset: 2, id: parent?.id ?? "", sum: parent?.sum ?? "" };
  const data = { threadId: child.threadId, from };
  const forked = { ...child.notice(3), type: "thread.forked" as const, data };
  await store.append(child.threadId, 3, [forked]);
  const iterator = await followFromHead(store, child.threadId);
  const next = iterator.next();
  await store.detach(child.threadId);
  await store.append(child.threadId, 4, thread.notices(4, 1));
  expect((await next).value).toMatchObject({ offset: 4 });
});

test("a follower is told when events that it has seen are not there any more", async () => {
  const { store, threadId, path } = await threadOnDisk();
  const iterator = await followFromHead(store, threadId);
  const next = iterator.next();
  const [begin = Buffer.of()] = encodeLog([await eventsAt(store, threadId, 0, 1)]);
  truncateSync(path, begin.length);
  const error = await next.catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    code: "head-regressed",
    details: { threadId, seen: 4, actual: 2 },
  });
});

test("a follower is told when others stand where events were that it has seen", async () => {
  const { store, threadId, thread, path } = await threadOnDisk();
  const iterator = await followFromHead(store, threadId);
  const next = iterator.next();
  const begin = await eventsAt(store, threadId, 0, 1);
  const other = thread.notices(2, 5).map((event) => ({ ...event, turn: threadId }));
  writeFileSync(`${path}.copy`, Buffer.concat([...encodeLog([begin, other])]));
  renameSync(`${path}.copy`, path);
  const error = await next.catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    code: "head-regressed",
    details: { threadId, seen: 4, actual: 3 },
  });
});

test("a torn tail that is cut while a thread is followed is nobody's loss", async () => {
  const { store, threadId, thread, path } = await threadOnDisk();
  const torn = nextBatch(path, thread.notices(4, 2)).subarray(0, -20);
  appendFileSync(path, torn);
  const iterator = await followFromHead(store, threadId);
  const next = iterator.next();
  await store.append(threadId, 4, thread.notices(4, 1)); // sets the tail aside
  expect((await next).value).toMatchObject({ offset: 4 });
});

test("damage that whole batches follow ends the following", async () => {
  const { store, threadId, thread, path } = await threadOnDisk();
  const iterator = await followFromHead(store, threadId);
  const next = iterator.next();
  const batch = nextBatch(path, thread.notices(4, 1));
  appendFileSync(path, Buffer.concat([Buffer.from("noise\n"), batch]));
  const error = await next.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RefoldError);
  expect(error).toMatchObject({ code: "damaged-log", details: { line: 5, reason: "sum" } });
});

/** What a writer would append to a rollout. */
function nextBatch(path: string, events: readonly LogEvent[]): Buffer {
  return encodeBatch(events, { after: lastSum(readFileSync(path)) });
}

async function eventsAt(store: EventStore, threadId: string, from: number, to = from) {
  const events: LogEvent[] = [];
  for await (const event of store.read(threadId, { from, to })) events.push(event);
  return events;
}

/** A process that appends bytes to a file, and says so when they are written. */
function appendingProcess(path: string) {
  const script = join(temporaryHome(), "append.cjs");
  writeFileSync(
    script,
    `process.on("message", ({ path, base64 }) => {
      require("node:fs").appendFileSync(path, Buffer.from(base64, "base64"));
      process.send("written");
    });`,
  );
  const child: ChildProcess = fork(script, { execArgv: [] });
  onTestFinished(() => void child.kill());
  const appending = {
    written: 0,
    async append(bytes: Uint8Array): Promise<void> {
      const answer = new Promise((resolve) => child.once("message", resolve));
      child.send({ path, base64: Buffer.from(bytes).toString("base64") });
      await answer;
      appending.written += bytes.length;
    },
  };
  return appending;
}
