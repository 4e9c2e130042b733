// Appends batches to one thread until it is killed, and tells of each that was acknowledged. Started
// with: home (a folder, or what a PostgreSQL store needs, as JSON), thread id, its own name, seed, the
// length of its longest texts. Says "ready"; then does what it reads: "go" (as many batches as it can),
// "append N" (so many more), "rest" (gives the lease up).
import { writeSync } from "node:fs";
import process from "node:process";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";

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

/** @returns a function that opens a store of the home */
async function opener() {
  if (!home.startsWith("{")) {
    const { jsonlStore } = await import("../../dist/index.js");
    return () => jsonlStore({ home, durability: "none" });
  }
  const [{ fromPg, postgresStore }, { default: pg }] = await Promise.all([
    import("../../dist/postgres.js"),
    import("pg"),
  ]);
  const { url, schema, leaseMs } = JSON.parse(home);
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on("error", () => undefined); // of connections that nobody uses
  return () => postgresStore({ ...fromPg(pool), schema, leaseMs });
}

/** After these the same batch is handed in again: nobody knows whether it was stored. */
const UNSURE = ["connection-lost", "database-unreachable"];

let due = 0;
let isResting = false;
let wake = () => undefined;
createInterface({ input: process.stdin })
  .on("close", () => process.exit()) // whoever started this is gone
  .on("line", (line) => {
    if (line === "rest") isResting = true;
    else due += line === "go" ? Infinity : Number(line.slice("append ".length));
    wake();
  });

const openStore = await opener();
let store = openStore();
let head = null;
let batch = null;
tell("ready");
for (let sequence = 0; ;) {
  if (isResting) {
    await store.close();
    store = openStore();
    head = batch = null;
    isResting = false;
    tell("resting");
  }
  if (due === 0) {
    await new Promise((resolve) => (wake = resolve));
    continue;
  }
  try {
    head ??= await currentHead(store);
    batch ??= batchAt(head, sequence);
    const next = await store.append(threadId, head, batch);
    tell(`${writer} ${sequence} ${head} ${batch.length}`);
    head = next;
    batch = null;
    sequence += 1;
    due -= 1;
  } catch (error) {
    if (UNSURE.includes(error.code)) {
      await delay(5);
      continue;
    }
    // Another one writes; or it did, and was killed.
    if (!["lease-held", "offset-conflict", "fenced"].includes(error.code)) throw error;
    if (error.code === "lease-held") await delay(2);
    else tell(`refused ${error.code}`);
    head = batch = null;
  }
}
