import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LogEvent } from "../../../src/events/event.js";
import type { Item } from "../../../src/events/item.js";
import { KNOWN_PRICES } from "../../../src/models/prices.js";
import type { EventStore } from "../../../src/store/event-store.js";
import { HistoryBuilder } from "../../../src/testing/history-builder.js";
import { heldSource } from "../../../src/ui/server/held-source.js";
import { sendLive } from "../../../src/ui/server/live.js";
import { OpenedSession } from "../../../src/ui/server/opened-session.js";
import type { Readable } from "../../../src/ui/server/readable.js";
import { AskedServer } from "./asked-server.js";

/** Short, for a test to wait for. */
const LIMITS = {
  ...{ headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 },
  silentMs: 300,
};

let server: AskedServer;
beforeAll(async () => {
  server = await AskedServer.open({ limits: LIMITS });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  expect(server.defects).toEqual([]);
});

async function opened(): Promise<Socket> {
  const socket = connect(server.port, "127.0.0.1");
  await once(socket, "connect");
  return socket;
}

test("who does not end the head of a request is cut off", async () => {
  const socket = await opened();
  socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nX-Slow: `);
  expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /);
});

test("who does not send the body that was announced is cut off", async () => {
  const socket = await opened();
  const head = [
    ...["POST /api/enter HTTP/1.1", `Host: 127.0.0.1:${server.port}`, `Origin: ${server.origin}`],
    ...["Content-Type: application/json", "Content-Length: 1000", "", "{"],
  ];
  socket.write(head.join("\r\n"));
  expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /);
});

/** A session that grows whenever it is looked at. */
async function growingSession(): Promise<OpenedSession> {
  const builder = new HistoryBuilder();
  const events: LogEvent[] = [];
  const item: Item = {
    ...{ type: "message", role: "assistant" },
    content: [{ type: "output_text", text: "words ".repeat(400) }],
  };
  const readable: Readable = {
    ...{ name: "growing", isForeign: false, isHeld: true, source: heldSource(events) },
    blobs: { get: (hash) => Promise.reject(new Error(hash)) },
    damage: () => [],
    async *newest() {
      for (let count = 0; count < 200; count += 1) {
        const data = { item, origin: "model", countedBytes: 2_400 } as const;
        builder.append({ type: "item.recorded", data });
      }
      const added = builder.wholeHistory().events.slice(events.length);
      events.push(...added);
      yield* added;
    },
    stamp: () => Promise.resolve(String(events.length)),
    close: () => Promise.resolve(),
  };
  return OpenedSession.over("growing", readable, KNOWN_PRICES);
}

test("who does not read a stream is waited for, and nothing piles up for them", async () => {
  const session = await growingSession();
  const store: Pick<EventStore, "follow"> = {
    async *follow(_threadId, { from = 0 } = {}) {
      const [event] = await session.eventsIn(0, 1);
      if (event !== undefined) yield { ...event, offset: from };
    },
  };
  const leaving = new AbortController();
  const stuck = new Writable({ highWaterMark: 1, write: () => undefined });
  setTimeout(() => leaving.abort(), LIMITS.silentMs);
  const thread = { store, threadId: "growing" };
  await sendLive(session, stuck, { from: 0, thread, signal: leaving.signal });
  expect(session.index.head).toBeLessThan(200 * 100);
});
