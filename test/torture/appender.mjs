// Appends batches to one thread as fast as it can until it is killed, and tells of each that was
// acknowledged. Started with: home, thread id, its own name, seed, the length of its longest texts.
// Says "ready", waits for a line.
import { writeSync } from "node:fs";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { jsonlStore } from "../../dist/index.js";

const [home, threadId, writer, seedText, longestText] = process.argv.slice(2);
const AT = "2026-04-01T12:00:00.000Z";
const DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

let state = Number(seedText) >>> 0;
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

function newId() {
  let id = "01KN4";
  while (id.length < 26) id += DIGITS[Math.floor(random() * 32)];
  return id;
}

function eventAt(offset, text) {
  const place = { offset, id: newId(), at: AT };
  if (offset > 0) {
    const data = { level: "info", kind: "torture", message: text };
    return { ...place, type: "notice.logged", data };
  }
  const source = { dialect: "refold", version: text };
  const data = { threadId, cwd: null, source, memoryMode: null, title: null };
  return { ...place, type: "thread.started", data };
}

/** One in ten batches is large enough for the system to write it in several steps. */
function batchAt(offset, sequence) {
  const size = 1 + Math.floor(random() * 6);
  const longest = Number(longestText) / (random() < 0.25 ? 1 : 100);
  const fill = Math.floor(random() * longest);
  return Array.from({ length: size }, (_, index) =>
    eventAt(offset + index, `${writer} ${sequence} ${index}/${size} ${"x".repeat(fill)}`),
  );
}

/** At once, so that nothing is told of later; the reader may be slow. */
function tell(line) {
  for (;;) {
    try {
      writeSync(1, `${line}\n`);
      return;
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

async function currentHead(store) {
  try {
    return await store.head(threadId);
  } catch (error) {
    if (error.code === "thread-not-found") return 0;
    throw error;
  }
}

tell("ready");
await new Promise((resolve) => process.stdin.once("data", resolve));
const store = jsonlStore({ home, durability: "none" });
let head = await currentHead(store);
for (let sequence = 0; ;) {
  const batch = batchAt(head, sequence);
  try {
    const next = await store.append(threadId, head, batch);
    tell(`${writer} ${sequence} ${head} ${batch.length}`);
    head = next;
    sequence += 1;
  } catch (error) {
    // Another one writes; or it did, and was killed.
    if (error.code !== "lease-held" && error.code !== "offset-conflict") throw error;
    if (error.code === "lease-held") await delay(2);
    head = await currentHead(store);
  }
}
