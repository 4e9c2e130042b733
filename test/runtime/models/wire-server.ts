import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { listenLocally, readText, serverSentEvent, type SeenRequest } from "../../local-server.js";

/** What the server does with one request. */
export type Reply =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body: unknown }
  | {
      /** The bytes of a stream, piece by piece. */
      readonly frames: readonly string[];
      /** `close`: as it should; `cut`: the connection breaks; `hang`: nothing more comes. */
      readonly end: "close" | "cut" | "hang";
      /** Awaited between the frames: a slow stream. */
      readonly between?: () => Promise<void>;
    };

/** A local HTTP server that gives the n-th request the n-th reply (the last one again and again). */
export async function openWireServer(replies: readonly Reply[]) {
  const seen: SeenRequest[] = [];
  const gone = new Set<Promise<unknown>>();
  const server = createServer((request, response) => {
    gone.add(once(response, "close"));
    void readText(request).then(async (text) => {
      const body: unknown = JSON.parse(text);
      seen.push({ path: request.url ?? "", body });
      const reply = replies[Math.min(seen.length, replies.length) - 1];
      if (reply !== undefined) await answer(response, reply);
    });
  });
  return {
    ...(await listenLocally(server)),
    seen,
    /** Once every request so far is answered or its client has gone. */
    settled: () => Promise.all(gone),
  };
}

async function answer(response: ServerResponse, reply: Reply): Promise<void> {
  if ("status" in reply) {
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
    response.end(JSON.stringify(reply.body));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  for (const frame of reply.frames) {
    await new Promise<void>((resolve) => {
      response.write(frame, () => {
        resolve();
      });
    });
    await reply.between?.();
  }
  if (reply.end === "close") response.end();
  if (reply.end === "cut") response.destroy();
}

/** The bytes of server-sent events; those that have a type are named by it. */
export function toFrames(events: readonly unknown[]): readonly string[] {
  return events.map(serverSentEvent);
}
