import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

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

/** A request as it came over the wire. */
export interface SeenRequest {
  readonly path: string;
  readonly body: unknown;
}

/** A local HTTP server that gives the n-th request the n-th reply (the last one again and again). */
export async function openWireServer(replies: readonly Reply[]) {
  const seen: SeenRequest[] = [];
  const gone = new Set<Promise<unknown>>();
  const server = createServer((request, response) => {
    gone.add(once(response, "close"));
    void readAll(request).then(async (text) => {
      const body: unknown = JSON.parse(text);
      seen.push({ path: request.url ?? "", body });
      const reply = replies[Math.min(seen.length, replies.length) - 1];
      if (reply !== undefined) await answer(response, reply);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    /** Once every request so far is answered or its client has gone. */
    settled: () => Promise.all(gone),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
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

async function readAll(request: IncomingMessage): Promise<string> {
  request.setEncoding("utf8");
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** The bytes of server-sent events; those that have a type are named by it. */
export function toFrames(events: readonly unknown[]): readonly string[] {
  return events.map((data) => {
    if (data === "[DONE]") return "data: [DONE]\n\n";
    const type: unknown =
      typeof data === "object" && data !== null && "type" in data ? data.type : undefined;
    const name = typeof type === "string" ? `event: ${type}\n` : "";
    return `${name}data: ${JSON.stringify(data)}\n\n`;
  });
}
