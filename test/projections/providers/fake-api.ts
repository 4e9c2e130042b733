import { createServer } from "node:http";
import { onTestFinished } from "vitest";
import { listenLocally, readText, serverSentEvent, type SeenRequest } from "../../local-server.js";

/** What the server answers with: one JSON body, or the data of server-sent events. */
export interface RecordedAnswer {
  readonly body: unknown;
  readonly events: readonly unknown[];
}

/**
 * A local HTTP server that answers every request alike and remembers what was sent; it is closed with
 * the test.
 */
export async function serveAnswer(answer: RecordedAnswer) {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    void readText(request).then((text) => {
      const body: unknown = JSON.parse(text);
      const path = request.url ?? "";
      seen.push({ path, body });
      const isStream = path.includes("stream") || text.includes('"stream":true');
      response.setHeader("content-type", isStream ? "text/event-stream" : "application/json");
      response.end(
        isStream ? answer.events.map(serverSentEvent).join("") : JSON.stringify(answer.body),
      );
    });
  });
  const { url, close } = await listenLocally(server);
  onTestFinished(close);
  return { url, seen };
}
