import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingMessage } from "node:http";

/** A request as it came over the wire. */
export interface SeenRequest {
  readonly path: string;
  readonly body: unknown;
}

/** What the server answers with: one JSON body, or the data of server-sent events. */
export interface RecordedAnswer {
  readonly body: unknown;
  readonly events: readonly unknown[];
}

/** A local HTTP server that answers every request alike and remembers what was sent. */
export async function openFakeApi(answer: RecordedAnswer) {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    void readAll(request).then((text) => {
      const body: unknown = JSON.parse(text);
      const path = request.url ?? "";
      seen.push({ path, body });
      const isStream = path.includes("stream") || text.includes('"stream":true');
      response.setHeader("content-type", isStream ? "text/event-stream" : "application/json");
      response.end(isStream ? answer.events.map(toEvent).join("") : JSON.stringify(answer.body));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

async function readAll(request: IncomingMessage): Promise<string> {
  request.setEncoding("utf8");
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** Events that have a type are named by it, as Anthropic and OpenAI do. */
function toEvent(data: unknown): string {
  if (data === "[DONE]") return "data: [DONE]\n\n";
  const type: unknown =
    typeof data === "object" && data !== null && "type" in data ? data.type : undefined;
  const name = typeof type === "string" ? `event: ${type}\n` : "";
  return `${name}data: ${JSON.stringify(data)}\r\n\r\n`.replaceAll("\r\n", "\n");
}
