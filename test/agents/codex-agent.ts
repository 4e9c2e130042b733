import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import {
  NotOffered,
  type Agent,
  type Deed,
  type Place,
  type PromptOptions,
  type RequestKind,
} from "./agent.js";
import { codexCall } from "./codex-calls.js";
import { at, isObject, listAt, textAt } from "./json.js";
import { LineProcess } from "./line-process.js";
import type { Call } from "./reply.js";
import type { ModelRequest } from "./scripted-server.js";
import { PLACE } from "./tool-server.js";

/** Codex by its app server: lines of JSON-RPC. */
export class CodexAgent implements Agent {
  readonly #place: Place;
  #process: LineProcess;
  #requests = 0;
  #threadId = "";
  #turns: string[] = [];
  #resumedTurns: readonly unknown[] = [];
  #mark = 0;
  readonly own = {
    legacy: () => this.#begin({ historyMode: "legacy" }),
    migrate: () => this.#migrate(),
    "client-tools": () => this.#beginWithTools(),
  };

  private constructor(place: Place) {
    this.#place = place;
    this.#process = this.#spawn();
  }

  static async start(place: Place): Promise<CodexAgent> {
    writeConfig(place);
    const agent = new CodexAgent(place);
    await agent.#initialize();
    await agent.#begin({});
    return agent;
  }

  async prompt(text: string, options?: PromptOptions): Promise<void> {
    await this.begin(text, options);
    await this.settle();
  }

  async begin(text: string, options: PromptOptions = {}): Promise<void> {
    this.#mark = this.#process.position;
    const started = await this.#request("turn/start", {
      threadId: this.#threadId,
      input: inputOf(text, options),
      ...settingsOf(options),
    });
    this.#turns.push(textAt(started, "turn", "id"));
  }

  async settle(): Promise<void> {
    await this.#notified("turn/completed", this.#mark);
  }

  async steer(text: string, options: PromptOptions = {}): Promise<void> {
    await this.#request("turn/steer", {
      threadId: this.#threadId,
      input: inputOf(text, options),
      expectedTurnId: this.#turns.at(-1),
    });
  }

  async interrupt(): Promise<void> {
    await this.#request("turn/interrupt", {
      threadId: this.#threadId,
      turnId: this.#turns.at(-1),
    });
    await this.settle();
  }

  async compact(): Promise<void> {
    const from = this.#process.position;
    await this.#request("thread/compact/start", { threadId: this.#threadId });
    await this.#notified("turn/completed", from);
  }

  async rollback(turns: number): Promise<void> {
    const beforeTurnId = this.#turns.at(-turns);
    const threadId = this.#threadId;
    try {
      await this.#request("thread/rollback", { threadId, numTurns: turns });
    } catch (error) {
      if (!(error instanceof NotOffered)) throw error;
      await this.#request("thread/revert", { threadId, beforeTurnId });
    }
    this.#turns = this.#turns.slice(0, -turns);
  }

  async fork({ withoutTurns = 0 } = {}): Promise<void> {
    const lastTurnId = this.#turns.at(-withoutTurns - 1);
    const forked = await this.#request("thread/fork", {
      threadId: this.#threadId,
      ...(withoutTurns > 0 && { lastTurnId }),
      persistExtendedHistory: false,
    });
    this.#threadId = textAt(forked, "thread", "id");
    this.#turns = this.#turns.slice(0, this.#turns.length - withoutTurns);
  }

  async restart(): Promise<void> {
    await this.#process.close();
    await this.#resume();
  }

  async kill(): Promise<void> {
    await this.#process.kill();
    await this.#resume();
  }

  async adopt({ path, text }: { path: string; text: string }): Promise<void> {
    await this.#process.close();
    const name = basename(path);
    const id = /rollout-(.{19})-([0-9a-f-]{36})/.exec(name);
    const [year = "", month = "", day = ""] = (id?.[1] ?? "").slice(0, 10).split("-");
    const file = join(this.#place.homeFolder, "sessions", year, month, day, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    this.#threadId = id?.[2] ?? "";
    this.#turns = [];
    await this.#resume(file);
  }

  async reopen(path: string): Promise<void> {
    await this.#process.close();
    this.#threadId = /rollout-.{19}-([0-9a-f-]{36})/.exec(basename(path))?.[1] ?? "";
    await this.#resume();
  }

  /** Older versions say it only when they resume. */
  async history(): Promise<unknown> {
    const threadId = this.#threadId;
    try {
      const read = await this.#request("thread/read", { threadId, includeTurns: true });
      return at(read, "thread", "turns");
    } catch (error) {
      if (!(error instanceof NotOffered)) throw error;
      return this.#resumedTurns;
    }
  }

  close(): Promise<void> {
    return this.#process.close();
  }

  call(deed: Deed, request: ModelRequest): Call {
    return codexCall(deed, request);
  }

  kindOf(request: ModelRequest): RequestKind {
    if (threadOf(request) !== this.#threadId) return "sub-agent";
    const last = listAt(request.body, "input").at(-1);
    const text = textAt(last, "content", 0, "text");
    return text.startsWith("You are performing a CONTEXT CHECKPOINT COMPACTION")
      ? "compaction"
      : "main";
  }

  sessionFile(folder: string, request?: ModelRequest): string | null {
    const id = request === undefined ? this.#threadId : threadOf(request);
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const own = names.filter((name) => basename(name).includes(`-${id}`));
    const generation = (name: string): string => basename(name).split(id)[1] ?? "";
    const newest = own.sort((a, b) => (generation(a) < generation(b) ? -1 : 1));
    const file = newest.filter((name) => generation(name).startsWith("_")).at(-1) ?? newest[0];
    return file === undefined ? null : join(folder, file);
  }

  async #begin(settings: object): Promise<void> {
    const started = await this.#request("thread/start", {
      cwd: this.#place.workFolder,
      experimentalRawEvents: false,
      persistExtendedHistory: false,
      ...settings,
    });
    this.#threadId = textAt(started, "thread", "id");
  }

  /** Before 0.146 there are no namespaces. */
  async #beginWithTools(): Promise<void> {
    try {
      await this.#begin({ dynamicTools: CLIENT_TOOLS });
    } catch {
      await this.#begin({ dynamicTools: CLIENT_TOOLS.slice(0, 1) });
    }
  }

  /** Codex rewrites its older rollouts in the form of today. */
  async #migrate(): Promise<void> {
    await this.#process.close();
    const migration = this.#spawn(["migrate-rollouts", "--apply"]);
    await migration.close(20_000);
    await this.#resume();
  }

  async #resume(path?: string): Promise<void> {
    this.#process = this.#spawn();
    await this.#initialize();
    const threadId = this.#threadId;
    const where = path === undefined ? {} : { path };
    const options = { threadId, ...where, persistExtendedHistory: false };
    const resumed = await this.#request("thread/resume", options);
    this.#resumedTurns = listAt(resumed, "thread", "turns");
    if (this.#turns.length === 0) {
      this.#turns = this.#resumedTurns.map((turn) => textAt(turn, "id"));
    }
  }

  #spawn(mode: readonly string[] = ["app-server"]): LineProcess {
    const { binaryCommand, homeFolder, workFolder, logFile } = this.#place;
    const env = {
      PATH: process.env["PATH"] ?? "",
      HOME: homeFolder,
      CODEX_HOME: homeFolder,
      LANG: "C.UTF-8",
      TZ: "UTC",
      RUST_LOG: "warn",
      HTTPS_PROXY: "http://127.0.0.1:9",
    };
    return new LineProcess({
      command: [...binaryCommand, ...mode],
      cwd: workFolder,
      env,
      logFile,
      answer: clientToolAnswer,
    });
  }

  async #initialize(): Promise<void> {
    const clientInfo = { name: "refold-judge", title: "Refold judge", version: "1.0.0" };
    const capabilities = { experimentalApi: true };
    await this.#request("initialize", { clientInfo, capabilities });
    this.#process.send({ method: "initialized" });
  }

  async #request(method: string, params: object): Promise<unknown> {
    this.#requests += 1;
    const id = this.#requests;
    const from = this.#process.position;
    this.#process.send({ id, method, params });
    const isOwn = (line: unknown): boolean =>
      at(line, "id") === id && !isObject(at(line, "params"));
    const answer = await this.#process.waitFor(`the answer to ${method}`, isOwn, { from });
    const message = textAt(answer, "error", "message");
    if (/unknown variant/.test(message)) throw new NotOffered(method);
    if (isObject(at(answer, "error"))) throw new Error(`${method}: ${message}`);
    return at(answer, "result");
  }

  async #notified(method: string, from: number): Promise<unknown> {
    const isOwn = (line: unknown): boolean =>
      at(line, "method") === method &&
      (at(line, "params", "threadId") ?? this.#threadId) === this.#threadId; // 0.60 names none
    return this.#process.waitFor(method, isOwn, { from });
  }
}

/** Tools that the client of the app server offers, alone and in a namespace. */
const CLIENT_TOOLS = [
  { type: "function", name: "tide_at", description: "The tide at a place.", inputSchema: PLACE },
  {
    ...{ type: "namespace", name: "harbour", description: "What a harbour knows." },
    tools: [{ type: "function", name: "ships", description: "Ships there.", inputSchema: PLACE }],
  },
];

/** What the client answers when the program calls a tool of it; null: nothing is asked. */
function clientToolAnswer(line: unknown): object | null {
  if (at(line, "method") !== "item/tool/call") return null;
  const text = `${textAt(line, "params", "tool")}: high water at noon`;
  const contentItems = [{ type: "inputText", text }];
  return { id: at(line, "id"), result: { contentItems, success: true } };
}

/** Which thread a request is of: each version says it in another header. */
function threadOf({ headers, body }: ModelRequest): string {
  const names = ["thread-id", "thread_id", "session_id", "conversation_id"];
  const named = names
    .map((name) => headers[name])
    .find((id) => typeof id === "string" && id !== "");
  return typeof named === "string" ? named : textAt(body, "prompt_cache_key");
}

function inputOf(text: string, { images = [] }: PromptOptions): readonly object[] {
  const pictures = images.map(({ path }) => ({ type: "localImage", path }));
  return [{ type: "text", text, text_elements: [] }, ...pictures];
}

function settingsOf({ model, folder, sandbox, approval, effort }: PromptOptions): object {
  const type = sandbox === "read-only" ? "readOnly" : "dangerFullAccess";
  return {
    ...(model !== undefined && { model }),
    ...(folder !== undefined && { cwd: folder }),
    ...(sandbox !== undefined && { sandboxPolicy: { type } }),
    ...(approval !== undefined && { approvalPolicy: approval }),
    ...(effort !== undefined && { effort }),
  };
}

function serverLines([command, ...args]: readonly string[]): readonly string[] {
  return [
    `[mcp_servers.lighthouse]`,
    `command = ${JSON.stringify(command)}`,
    `args = ${JSON.stringify(args)}`,
  ];
}

function writeConfig({ homeFolder, serverUrl, model, toolServer }: Place): void {
  mkdirSync(homeFolder, { recursive: true });
  const lines = [
    `model = "${model}"`,
    `model_provider = "judge"`,
    `approval_policy = "never"`,
    `sandbox_mode = "danger-full-access"`,
    `check_for_update_on_startup = false`,
    `[analytics]`,
    `enabled = false`,
    `[model_providers.judge]`,
    `name = "judge"`,
    `base_url = "${serverUrl}/v1"`,
    `wire_api = "responses"`,
    `request_max_retries = 2`,
    `stream_max_retries = 2`,
    `stream_idle_timeout_ms = 60000`,
    ...(toolServer === null ? [] : serverLines(toolServer)),
  ];
  writeFileSync(join(homeFolder, "config.toml"), `${lines.join("\n")}\n`);
}
