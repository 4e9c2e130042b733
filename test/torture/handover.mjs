// Appends batches to whichever of many threads it gets, and gives each lease up for the next one. Started
// with what it needs as JSON; waits for a line, and tells at the end how often another process was in its
// way.
import process from "node:process";
import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { fromPg, postgresStore } from "../../dist/postgres.js";

const { url, schema, writer, threadIds, batches, seed, pauseMs } = JSON.parse(process.argv[2]);
const AT = "2026-04-01T12:00:00.000Z";

let state = Number(seed) >>> 0;
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

function batchAt(head, sequence) {
  const size = 1 + Math.floor(random() * 3);
  return Array.from({ length: size }, (_, index) => {
    const sentMs = performance.timeOrigin + performance.now();
    const message = `${writer} ${sequence} ${index}/${size} ${sentMs}`;
    const number = `${String(sequence).padStart(6, "0")}${String(index).padStart(2, "0")}`;
    const place = {
      offset: head + index,
      id: `01KN400000000${writer}${number}`.padEnd(26, "0"),
      at: AT,
    };
    return { ...place, type: "notice.logged", data: { level: "info", kind: "torture", message } };
  });
}

const pool = new pg.Pool({ connectionString: url, max: 1 });
const store = postgresStore({ ...fromPg(pool), schema, openThreads: 1 });
await once(process.stdin, "data"); // all begin at once
let refused = 0;
for (let sequence = 0; sequence < batches;) {
  const threadId = threadIds[Math.floor(random() * threadIds.length)];
  try {
    const head = await store.head(threadId);
    await store.append(threadId, head, batchAt(head, sequence));
    sequence += 1;
    await delay(random() * 2 * pauseMs);
  } catch (error) {
    if (!["lease-held", "offset-conflict", "fenced"].includes(error.code)) throw error;
    refused += 1;
  }
}
await store.close();
await pool.end();
process.stdout.write(`refused ${refused}\n`);
process.stdin.destroy();
