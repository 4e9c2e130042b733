import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { KNOWN_PRICES } from "../../../src/models/prices.js";
import type { EventStore } from "../../../src/store/event-store.js";
import { HistoryBuilder } from "../../../src/testing/history-builder.js";
import { heldSource } from "../../../src/ui/server/held-source.js";
import { sendLive } from "../../../src/ui/server/live.js";
import { OpenedSession } from "../../../src/ui/server/opened-session.js";
import type { Readable } from "../../../src/ui/server/readable.js";
import { folder } from "../../cli/test-folder.js";
import { AskedServer } from "./asked-server.js";

/** Short, for a test to wait for. */
const LIMITS = {
  ...{ headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 },
  silentMs: 300,
};

/** Of what was sent and nobody reads, in bytes. */
const MORE_THAN_A_SYSTEM_HOLDS = 64 * 1024 * 1024;

let server: AskedServer;
beforeAll(async () => {
  const large = Buffer.alloc(MORE_THAN_A_SYSTEM_HOLDS);
  server = await AskedServer.open({ limits: LIMITS, pageFiles: { "large.js": large } });
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

test("who does not read an answer is cut off", async () => {
  const answering = nextResponse();
  const socket = await opened();
  socket.write(`GET /large.js HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
  const response = await answering;
  await once(response, "close");
  socket.resume();
  await once(socket, "close");
  expect(socket.bytesRead).toBeLessThan(MORE_THAN_A_SYSTEM_HOLDS);
});

/** The next answer that a server of this process begins. */
function nextResponse(): Promise<ServerResponse> {
  return new Promise((resolve) => {
    const channel = "http.server.request.start";
    subscribe(channel, function onStart(message) {
      const { response } = z.object({ response: z.instanceof(ServerResponse) }).parse(message);
      unsubscribe(channel, onStart);
      resolve(response);
    });
  });
}

/** A session that has one more event whenever it is looked at. */
async function growingSession(onLook: () => void): Promise<OpenedSession> {
  const builder = new HistoryBuilder();
  const { events } = builder.wholeHistory();
  const readable: Readable = {
    ...{ name: "growing", isForeign: false, isHeld: true, source: heldSource(events) },
    blobs: { get: (hash) => Promise.reject(new Error(hash)) },
    damage: () => [],
    async *newest(from) {
      onLook();
      builder.append({
        type: "notice.logged",
        data: { level: "info", kind: "grown", message: "" },
      });
      yield* events.slice(from);
    },
    stamp: () => Promise.resolve(String(events.length)),
    close: () => Promise.resolve(),
  };
  return OpenedSession.over("growing", readable, KNOWN_PRICES);
}

test("who does not read a stream is waited for, then cut off, and nothing piles up for them", async () => {
  const streams = createServer();
  streams.setTimeout(LIMITS.silentMs);
  const path = join(folder, "streams");
  streams.listen(path);
  await once(streams, "listening");
  const answering = nextResponse();
  const socket = connect(path);
  socket.write("GET / HTTP/1.1\r\nHost: test\r\n\r\n");
  const response = await answering;
  let looksWhenFull = 0;
  const session = await growingSession(() => {
    if (response.writableNeedDrain) looksWhenFull += 1;
    // The heads alone would be thousands until the system holds no more.
    response.write(Buffer.alloc(65_536));
  });
  const store: Pick<EventStore, "follow"> = {
    async *follow(_threadId, { from = 0 } = {}) {
      for (const event of await session.eventsIn(0, 1)) yield { ...event, offset: from };
    },
  };
  const leaving = new AbortController();
  let isCutOff = false;
  response.on("close", () => {
    isCutOff = !response.writableEnded;
    leaving.abort();
  });
  const thread = { store, threadId: "growing" };
  await sendLive(session, response, { from: 0, thread, signal: leaving.signal });
  expect(isCutOff).toBe(true);
  expect(looksWhenFull).toBe(0);
  socket.destroy();
  streams.close();
});
