import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { networkInterfaces } from "node:os";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { systemErrorCode } from "../../store/errors.js";
import { openHome } from "../../store/open-home.js";
import { act } from "./acts/acts.js";
import { notFound, Refusal, toFailure } from "./failures.js";
import { Guard } from "./guard.js";
import { sendLive } from "./live.js";
import { OpenedSessions, UiContext } from "./ui-context.js";
import { PAGE_FOLDER, PageFiles } from "./page-files.js";
import { Query } from "./query.js";
import { readJson } from "./acts/act-body.js";
import { answer, answerOf } from "./routes.js";
import { type ListedPlaces, SessionList } from "./session-list.js";

export interface UiServerOptions extends ListedPlaces {
  readonly version: string;
  readonly readOnly: boolean;
  /** The address to listen at; anything but a loopback address is for people who know what it means. */
  readonly host: string;
  /** The first port that is tried; 0: any that is free. */
  readonly port: number;
  /** A file or thread to begin with; null: the list. */
  readonly opened: string | null;
  /** Where the built page is; absent: beside this file. */
  readonly pageFolder?: string;
  /** Told of what went wrong here, and not with a session. */
  readonly onDefect: (error: unknown) => void;
}

export interface UiServer {
  /** What lets its reader in. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Starts the server of `refold ui`: the page, the list of sessions, views of each, and acts upon those of
 * the store. The list is made while it answers already.
 * @throws {Refusal} `page-missing`
 * @throws an error of the system: it cannot listen at that address
 */
export async function openUiServer(
  options: UiServerOptions,
  { silentMs, ...limits }: ClientLimits = LIMITS,
): Promise<UiServer> {
  const { host, version, readOnly, ...places } = options;
  const pages = new PageFiles(options.pageFolder ?? PAGE_FOLDER);
  const home = await openHome(places.home);
  const server = createServer({ ...limits, maxHeaderSize: MOST_HEADER_BYTES });
  server.setTimeout(silentMs);
  server.maxConnections = MOST_CONNECTIONS;
  const port = await listen(server, host, options.port);
  const list = new SessionList(places);
  const sessions = new OpenedSessions(places);
  const { opened } = options;
  const key = opened === null ? null : (list.keyOfFile(opened) ?? opened);
  const about = { version, readOnly, home: home.name, opened: key };
  const ui = new UiContext({ places, list, sessions, home, about });
  const guard = new Guard(hostNames(host, port), port);
  const ending = new AbortController();
  const { onDefect } = options;
  const handler = new Handler({ ui, guard, pages, signal: ending.signal, onDefect });
  server.on("request", (request, response) => {
    void handler.handle(request, response).catch((error: unknown) => {
      onDefect(error);
      response.destroy();
    });
  });
  void list.make();
  return {
    url: `http://${urlHost(host)}:${port}/#token=${guard.token}`,
    port,
    close: async () => {
      ending.abort();
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
      await sessions.close();
      await home.close();
    },
  };
}

/** Who is slower than this is cut off; in milliseconds. */
interface ClientLimits {
  /** To send the head of a request, and all of it. */
  readonly headersTimeout: number;
  readonly requestTimeout: number;
  /** How often that is looked at. */
  readonly connectionsCheckingInterval: number;
  /** To take an answer, or anything of a stream. */
  readonly silentMs: number;
}

const LIMITS: ClientLimits = {
  ...{ headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 5_000 },
  silentMs: 300_000, // the first search of many sessions takes minutes
};
const MOST_HEADER_BYTES = 16_384;
const MOST_CONNECTIONS = 128;
const PORTS_TRIED = 20;

/** Listens at a port, or at the next one that is free. */
async function listen(server: Server, host: string, port: number): Promise<number> {
  for (let tried = port; ; tried += 1) {
    try {
      server.listen(tried, host);
      await once(server, "listening");
      return portOf(server.address());
    } catch (error) {
      const isTaken = systemErrorCode(error) === "EADDRINUSE";
      if (!isTaken || tried - port >= PORTS_TRIED) throw error;
    }
  }
}

function portOf(address: string | AddressInfo | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}

const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "localhost"]);

export function isLoopback(host: string): boolean {
  return LOOPBACK.has(host);
}

/** Every name that a browser may know this server by. */
function hostNames(host: string, port: number): readonly string[] {
  const isAny = host === "0.0.0.0" || host === "::";
  const found = isAny ? Object.values(networkInterfaces()).flatMap((one) => one ?? []) : [];
  const names = [...LOOPBACK, host, ...found.map(({ address }) => address)];
  return names.map((name) => `${urlHost(name)}:${port}`);
}

function urlHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

interface HandlerParts {
  readonly ui: UiContext;
  readonly guard: Guard;
  readonly pages: PageFiles;
  /** Ends what goes on for long. */
  readonly signal: AbortSignal;
  readonly onDefect: (error: unknown) => void;
}

/** Of a response to anything. No other page may frame it, read it, or be loaded by it. */
const HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; " +
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cache-Control": "no-store",
} as const;

/** Pictures of a session: whoever opens one by itself runs nothing. */
const SANDBOX = { "Content-Security-Policy": "default-src 'none'; sandbox" } as const;

class Handler {
  constructor(private readonly parts: HandlerParts) {}

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#route(request, response);
    } catch (error) {
      const { status, body } = toFailure(error);
      if (status === 500) this.parts.onDefect(error);
      if (response.headersSent) response.destroy();
      else sendJson(response, body, status);
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { guard, pages } = this.parts;
    const host = guard.checkHost(request);
    const address = `http://${host}${request.url ?? "/"}`;
    if (!URL.canParse(address)) throw notFound("such address");
    const { pathname, searchParams } = new URL(address);
    const [, api, ...path] = pathname.split("/").map(decodePart);
    if (request.method === "POST") {
      guard.checkWriter(request);
      await this.#write(request, response, path);
    } else if (request.method !== "GET" && request.method !== "HEAD") {
      throw new Refusal(405, "refused", "only GET and POST are taken");
    } else if (api !== "api") {
      const { bytes, type } = pages.file(pathname);
      sendBytes(response, bytes, { "Content-Type": type });
    } else {
      guard.checkReader(request);
      guard.checkEntered(request);
      await this.#read(request, response, { path, query: new Query(searchParams) });
    }
  }

  async #read(
    request: IncomingMessage,
    response: ServerResponse,
    { path, query }: { readonly path: readonly string[]; readonly query: Query },
  ): Promise<void> {
    const { ui, signal: ending } = this.parts;
    const [first = "", key = "", name = "", ...rest] = path;
    if (first !== "session") {
      if (path.length !== 1) throw notFound("such question");
      send(response, await answer(first, query, ui));
      return;
    }
    if (rest.length > 0) throw notFound("such view");
    await ui.withSession(key, async (opened, listed) => {
      if (name !== "live") {
        send(response, await answerOf(name, { opened, listed, query, ui }));
        return;
      }
      const head = await opened.head();
      const last = request.headers["last-event-id"];
      const seen = typeof last === "string" && /^\d{1,15}$/.test(last) ? Number(last) + 1 : null;
      const from = seen ?? query.number("from", head);
      response.writeHead(200, { ...HEADERS, "Content-Type": "text/event-stream" });
      if (request.method === "HEAD") {
        response.end();
        return;
      }
      const leaving = new AbortController();
      response.on("close", () => leaving.abort());
      const signal = AbortSignal.any([ending, leaving.signal]);
      const { collection, threadId } = listed.summary;
      const { store } = ui.home;
      const thread = collection === "refold" ? { store, threadId } : null;
      await sendLive(opened, response, { from, thread, signal });
    });
  }

  async #write(
    request: IncomingMessage,
    response: ServerResponse,
    path: readonly string[],
  ): Promise<void> {
    const { ui, guard } = this.parts;
    const [first, key = "", word, name = "", ...rest] = path;
    if (first === "enter" && path.length === 1) {
      const { token } = await readJson(request);
      response.writeHead(204, { ...HEADERS, "Set-Cookie": guard.enter(token) }).end();
      return;
    }
    guard.checkEntered(request);
    if (first !== "session" || word !== "act" || rest.length > 0) throw notFound("such act");
    const body = await readJson(request);
    const done = await act(name, { key, body, ui });
    if ("json" in done) sendJson(response, done.json);
    else {
      const { write, type, fileName } = done;
      const disposition = `attachment; filename="${fileName}"`;
      await write(async (parts) => {
        const headers = { "Content-Type": type, "Content-Disposition": disposition };
        response.writeHead(200, { ...HEADERS, ...headers });
        await pipeline(Readable.from(parts), response);
      });
    }
  }
}

/** A part of a path; one that is badly written is that of nothing. */
function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return "\0";
    throw error;
  }
}

function send(response: ServerResponse, answered: Awaited<ReturnType<typeof answer>>): void {
  if ("json" in answered) sendJson(response, answered.json);
  else sendBytes(response, answered.bytes, { ...SANDBOX, "Content-Type": answered.type });
}

function sendJson(response: ServerResponse, body: object, status = 200): void {
  const bytes = Buffer.from(JSON.stringify(body));
  sendBytes(response, bytes, { "Content-Type": "application/json; charset=utf-8" }, status);
}

function sendBytes(
  response: ServerResponse,
  bytes: Uint8Array,
  headers: Readonly<Record<string, string>>,
  status = 200,
): void {
  response.writeHead(status, { ...HEADERS, ...headers, "Content-Length": bytes.length });
  response.end(bytes);
}
