import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { listenLocally, readText, serverSentEvent } from "../local-server.js";
import { chatStream } from "./chat-stream.js";
import { at, isObject, parseLine, textAt } from "./json.js";
import { messagesStream } from "./messages-stream.js";
import type { Reply } from "./reply.js";
import { responsesStream, responsesTooLong } from "./responses-stream.js";

export type Api = "responses" | "messages" | "chat";

/** A request for an answer of the model, as it came over the wire. */
export interface ModelRequest {
  readonly api: Api;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export interface ScriptedServer {
  readonly url: string;
  /** Paths of requests that are for no answer of the model; they are answered with 404 or nothing. */
  readonly others: readonly string[];
  readonly close: () => Promise<void>;
}

/**
 * A server of the Responses, Messages and Chat APIs on a loopback address.
 *
 * @param answer decides on each request for an answer; what it awaits, the program waits for
 */
export async function startScriptedServer(
  answer: (request: ModelRequest) => Promise<Reply>,
): Promise<ScriptedServer> {
  const others: string[] = [];
  const server = createServer((incoming, response) => {
    const handle = async (): Promise<void> => {
      const text = await readText(incoming);
      const path = new URL(incoming.url ?? "/", "http://localhost").pathname;
      const api = incoming.method === "POST" ? apiOf(path) : null;
      if (api === null) {
        others.push(`${incoming.method ?? ""} ${path}`);
        sendOther(response, path);
        return;
      }
      const request = { api, path, headers: incoming.headers, body: parseLine(text) };
      await sendReply(response, request, await answer(request));
    };
    handle().catch((error: unknown) => {
      // A client that was killed, or goes away on purpose, is no failure of the server.
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
  const { url, close } = await listenLocally(server);
  return { url, others, close };
}

export function apiOf(path: string): Api | null {
  if (path.endsWith("/responses")) return "responses";
  if (path.endsWith("/messages")) return "messages";
  if (path.endsWith("/chat/completions")) return "chat";
  return null;
}

function sendOther(response: ServerResponse, path: string): void {
  if (path.endsWith("/count_tokens")) {
    sendJson(response, 200, { input_tokens: 1_000 });
  } else if (path.endsWith("/models")) {
    sendJson(response, 200, { object: "list", data: [], models: [] });
  } else {
    sendJson(response, 404, { error: { type: "not_found_error", message: "Not scripted." } });
  }
}

async function sendReply(
  response: ServerResponse,
  request: ModelRequest,
  reply: Reply,
): Promise<void> {
  const { fault } = reply;
  if (typeof fault === "number") {
    sendJson(response, fault, errorBody(fault, "Scripted failure."));
    return;
  }
  if (fault === "too-long" && request.api !== "responses") {
    sendJson(response, 400, errorBody(400, "prompt is too long: 300000 tokens > 200000 maximum"));
    return;
  }
  const events = fault === "too-long" ? responsesTooLong() : eventsOf(request, reply);
  if (at(request.body, "stream") !== true) {
    sendJson(response, 200, wholeAnswer(request, events));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const isCut = fault === "dropped" || fault === "stalled";
  const kept = isCut ? events.slice(0, Math.max(1, events.length - 2)) : events.slice(0, -1);
  for (const event of kept) response.write(serverSentEvent(event));
  if (fault === "dropped") {
    await new Promise((resolve) => setTimeout(resolve, 100));
    response.destroy();
  }
  if (isCut) return;
  await reply.beforeEnd?.();
  for (const event of events.slice(-1)) response.write(serverSentEvent(event));
  if (request.api === "chat") response.write(serverSentEvent("[DONE]"));
  response.end();
}

function eventsOf({ api, body }: ModelRequest, reply: Reply): readonly object[] {
  const model = textAt(body, "model");
  switch (api) {
    case "responses":
      return responsesStream(reply);
    case "messages":
      return messagesStream(reply, model);
    case "chat":
      return chatStream(reply, model);
  }
}

/** The answer to a request that asked for no stream: only Claude Code sends such, for small things. */
function wholeAnswer({ api, body }: ModelRequest, events: readonly object[]): object {
  const last = events.at(-1);
  if (api === "responses" && isObject(last) && isObject(last["response"])) return last["response"];
  const texts = events.map((event) => textAt(event, "delta", "text"));
  return {
    id: "msg_whole",
    type: "message",
    role: "assistant",
    model: textAt(body, "model"),
    content: [{ type: "text", text: texts.join("") }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 1 },
  };
}

function errorBody(status: number, message: string): object {
  const types: Record<number, string> = { 400: "invalid_request_error", 429: "rate_limit_error" };
  const type = types[status] ?? "api_error";
  return { type: "error", error: { type, code: type, message } };
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
