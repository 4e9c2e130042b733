import { once } from "node:events";
import type { IncomingMessage, Server } from "node:http";

/** A request as it came over the wire. */
export interface SeenRequest {
  readonly path: string;
  readonly body: unknown;
}

/** Opens a server on a free port of this machine. Closing it cuts off whoever is connected. */
export async function listenLocally(server: Server) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** A request's body, whole. */
export async function readText(request: IncomingMessage): Promise<string> {
  request.setEncoding("utf8");
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** The bytes of a server-sent event; one that has a type is named by it, as Anthropic and OpenAI do. */
export function serverSentEvent(data: unknown): string {
  if (data === "[DONE]") return "data: [DONE]\n\n";
  const type: unknown =
    typeof data === "object" && data !== null && "type" in data ? data.type : undefined;
  const name = typeof type === "string" ? `event: ${type}\n` : "";
  return `${name}data: ${JSON.stringify(data)}\n\n`;
}
