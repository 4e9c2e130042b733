import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { KNOWN_PRICES } from "../../../src/models/prices.js";
import { importFile } from "../../../src/sessions/import-file.js";
import { jsonlStore } from "../../../src/store/jsonl/jsonl-store.js";
import { openUiServer } from "../../../src/ui/server/ui-server.js";
import { folder } from "../../cli/test-folder.js";

interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface AskedOptions {
  /** Files that are shown instead of the store. */
  readonly paths?: readonly string[];
  readonly readOnly?: boolean;
  /** What the page's folder has beside the page. */
  readonly pageFiles?: Readonly<Record<string, Uint8Array>>;
  readonly limits?: Parameters<typeof openUiServer>[1];
}

export const PAGE = "<!doctype html><title>the page</title>";

/** A server of `refold ui` over a home of one thread, and requests of any kind to it. */
export class AskedServer implements AsyncDisposable {
  readonly defects: unknown[] = [];
  /** What a page of the server's sends. */
  cookie = "";
  private constructor(
    readonly home: string,
    readonly threadId: string,
    private readonly server: Awaited<ReturnType<typeof openUiServer>>,
  ) {}

  static async open({
    paths = [],
    readOnly = false,
    pageFiles = {},
    limits,
  }: AskedOptions = {}): Promise<AskedServer> {
    const home = mkdtempSync(join(folder, "home-"));
    const pageFolder = mkdtempSync(join(folder, "page-"));
    writeFileSync(join(pageFolder, "index.html"), PAGE);
    mkdirSync(join(pageFolder, "folder"));
    for (const [name, bytes] of Object.entries(pageFiles)) {
      writeFileSync(join(pageFolder, name), bytes);
    }
    const store = jsonlStore({ home });
    const { threadId } = await importFile("fixtures/turns.jsonl", store);
    await store.close();
    const defects: unknown[] = [];
    const options = {
      ...{ home, paths, readOnly, pageFolder, homes: {}, prices: KNOWN_PRICES, port: 0 },
      ...{ version: "0.0.0", host: "127.0.0.1", opened: null },
      onDefect: (error: unknown) => defects.push(error),
    };
    const server = await openUiServer(options, limits);
    const asked = new AskedServer(home, threadId, server);
    const { headers } = await asked.enter(asked.token);
    asked.cookie = (headers["set-cookie"]?.[0] ?? "").split(";")[0] ?? "";
    return asked;
  }

  get token(): string {
    return this.server.url.split("#token=")[1] ?? "";
  }

  get port(): number {
    return this.server.port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  enter(token: string): Promise<Answered> {
    const headers = { origin: this.origin, "content-type": "application/json" };
    return this.send("/api/enter", { method: "POST", headers, body: JSON.stringify({ token }) });
  }

  /** Asks as the page does. */
  async ask(path: string): Promise<Answered> {
    return this.send(`/api/${path}`, { headers: { cookie: this.cookie } });
  }

  /** The same for an answer that is expected. */
  async get(path: string): Promise<Readonly<Record<string, unknown>>> {
    const answered = await this.ask(path);
    if (answered.status !== 200) throw new Error(`${path}: ${answered.status} ${answered.text}`);
    return parsed(answered.text);
  }

  /** Waits until a session has been read. */
  async whole(key: string): Promise<Readonly<Record<string, unknown>>> {
    for (;;) {
      const view = await this.get(`session/${key}`);
      if (view["isIndexed"] === true) return view;
    }
  }

  /** The key of the first session of the list. */
  async firstKey(): Promise<string> {
    const [row] = listOf((await this.get("sessions"))["rows"]);
    return String(membersOf(row)["key"]);
  }

  /** Acts as the page does. */
  act(key: string, act: string, body: object): Promise<Answered> {
    const { origin, cookie } = this;
    const headers = { origin, cookie, "content-type": "application/json" };
    const path = `/api/session/${key}/act/${act}`;
    return this.send(path, { method: "POST", headers, body: JSON.stringify(body) });
  }

  /** Sends a request as it is, also one that no browser would send. */
  send(path: string, { method = "GET", headers = {}, body = "" }: Asking = {}): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const { port } = this;
      // `path` is sent as it is: a client would make another one of `..`.
      const sent = request({ host: "127.0.0.1", port, path, method, headers }, (response) => {
        const { statusCode: status = 0 } = response;
        text(response).then(
          (answer) => resolve({ status, headers: response.headers, text: answer }),
          reject,
        );
      });
      sent.on("error", reject);
      sent.end(body);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.close();
  }
}

/** The members of an object; none, where it is not one. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** The elements of a list; none, where it is not one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The same of a JSON document. */
export function parsed(json: string): Readonly<Record<string, unknown>> {
  return json === "" ? {} : membersOf(JSON.parse(json));
}

/** The code of a refusal. */
export function codeIn({ text: body }: Answered): unknown {
  return membersOf(parsed(body)["error"])["code"] ?? null;
}
