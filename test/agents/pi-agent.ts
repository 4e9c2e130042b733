import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import {
  NotOffered,
  type Agent,
  type Deed,
  type Place,
  type PromptOptions,
  type RequestKind,
} from "./agent.js";
import { at, isObject, listAt, textAt } from "./json.js";
import { LineProcess } from "./line-process.js";
import type { Call } from "./reply.js";
import type { Api, ModelRequest } from "./scripted-server.js";

/** Models of a provider that the judge writes into pi's settings. */
export const PI_MODELS = ["judged-model", "other-model"] as const;

const APIS: Record<Api, string> = {
  responses: "openai-responses",
  messages: "anthropic-messages",
  chat: "openai-completions",
};

/** pi in its RPC mode: lines of JSON in both directions. */
export class PiAgent implements Agent {
  readonly #place: Place;
  #process: LineProcess;
  #requests = 0;
  #mark = 0;
  #session = "";
  #folder: string;

  private constructor(place: Place) {
    this.#place = place;
    this.#folder = place.workFolder;
    this.#process = this.#spawn([]);
  }

  static async start(place: Place, api: Api = "chat"): Promise<PiAgent> {
    writeConfig(place, api);
    const agent = new PiAgent(place);
    await agent.#readState();
    return agent;
  }

  async prompt(text: string, options?: PromptOptions): Promise<void> {
    await this.begin(text, options);
    await this.settle();
  }

  async begin(text: string, options: PromptOptions = {}): Promise<void> {
    const { model, folder, sandbox, approval, effort } = options;
    if (sandbox !== undefined || approval !== undefined) throw new NotOffered("sandbox");
    if (folder !== undefined) {
      this.#folder = folder;
      await this.restart();
    }
    if (model !== undefined) {
      const modelId = PI_MODELS.find((known) => known === model);
      if (modelId === undefined) throw new NotOffered("models that it was told nothing of");
      await this.#request("set_model", { provider: "judge", modelId });
    }
    if (effort !== undefined) await this.#request("set_thinking_level", { level: effort });
    this.#mark = this.#process.position;
    await this.#request("prompt", { message: text, ...imagesOf(options) });
  }

  async settle(): Promise<void> {
    const isEnd = (line: unknown): boolean => at(line, "type") === "agent_settled";
    await this.#process.waitFor("the end of the turn", isEnd, { from: this.#mark });
    await this.#readState();
  }

  async steer(text: string, options: PromptOptions = {}): Promise<void> {
    await this.#request("steer", { message: text, ...imagesOf(options) });
  }

  async interrupt(): Promise<void> {
    await this.#request("abort", {});
  }

  async compact(): Promise<void> {
    await this.#request("compact", {});
  }

  async rollback(turns: number): Promise<void> {
    // Its tree is navigated in the terminal only; by RPC going back means a fork.
    await this.fork({ withoutTurns: turns });
  }

  async fork({ withoutTurns = 0 } = {}): Promise<void> {
    if (withoutTurns === 0) {
      await this.#request("clone", {});
    } else {
      const answer = await this.#request("get_fork_messages", {});
      const entryId = textAt(listAt(answer, "messages").at(-withoutTurns), "entryId");
      await this.#request("fork", { entryId });
    }
    await this.#readState();
  }

  async restart(): Promise<void> {
    await this.#process.close();
    await this.#reopen();
  }

  async kill(): Promise<void> {
    await this.#process.kill();
    await this.#reopen();
  }

  async adopt({ path, text }: { path: string; text: string }): Promise<void> {
    await this.#process.close();
    this.#session = join(this.#place.homeFolder, "sessions", basename(path));
    mkdirSync(join(this.#place.homeFolder, "sessions"), { recursive: true });
    writeFileSync(this.#session, text);
    await this.#reopen();
  }

  async reopen(path: string): Promise<void> {
    await this.#process.close();
    this.#session = path;
    await this.#reopen();
  }

  history(): Promise<unknown> {
    return this.#request("get_messages", {});
  }

  close(): Promise<void> {
    return this.#process.close();
  }

  call(deed: Deed): Call {
    switch (deed.do) {
      case "shell":
        return { name: "bash", input: { command: deed.command } };
      case "add-file":
        return { name: "write", input: { path: deed.path, content: deed.text } };
      case "read-file":
      case "view-image":
        return { name: "read", input: { path: deed.path } };
      case "delegate":
        throw new NotOffered("sub-agents");
      case "wait-for-agents":
      case "find-tool":
      case "other-tool":
        throw new NotOffered(deed.do);
      case "unknown-tool":
        return { name: "no_such_tool", input: { any: "thing" } };
    }
  }

  kindOf({ body }: ModelRequest): RequestKind {
    return listAt(body, "tools").length === 0 ? "compaction" : "main";
  }

  sessionFile(folder: string): string | null {
    if (this.#session === "") return null;
    const file = join(folder, "sessions", basename(this.#session));
    return existsSync(file) ? file : null;
  }

  async #readState(): Promise<void> {
    this.#session = textAt(await this.#request("get_state", {}), "sessionFile");
  }

  async #reopen(): Promise<void> {
    this.#process = this.#spawn(["--session", this.#session]);
    this.#mark = 0;
    await this.#readState();
  }

  #spawn(options: readonly string[]): LineProcess {
    const { binaryCommand, homeFolder, logFile } = this.#place;
    const env = {
      PATH: process.env["PATH"] ?? "",
      HOME: homeFolder,
      PI_CODING_AGENT_DIR: homeFolder,
      PI_OFFLINE: "1",
      PI_SKIP_VERSION_CHECK: "1",
      PI_TELEMETRY: "0",
      LANG: "C.UTF-8",
      TZ: "UTC",
      HTTPS_PROXY: "http://127.0.0.1:9",
      NO_PROXY: "127.0.0.1",
    };
    const model = ["--provider", "judge", "--model", this.#place.model, "--thinking", "medium"];
    const folders = ["--session-dir", join(homeFolder, "sessions")];
    return new LineProcess({
      command: [...binaryCommand, "--mode", "rpc", "--offline", ...model, ...folders, ...options],
      cwd: this.#folder,
      env,
      logFile,
    });
  }

  async #request(type: string, body: object): Promise<unknown> {
    this.#requests += 1;
    const id = `request-${this.#requests}`;
    const from = this.#process.position;
    this.#process.send({ id, type, ...body });
    const isOwn = (line: unknown): boolean => at(line, "id") === id;
    const answer = await this.#process.waitFor(`the answer to ${type}`, isOwn, { from });
    if (at(answer, "success") !== true) throw new Error(`${type}: ${textAt(answer, "error")}`);
    const data = at(answer, "data");
    return isObject(data) ? data : {};
  }
}

function imagesOf({ images = [] }: PromptOptions): object {
  if (images.length === 0) return {};
  return {
    images: images.map(({ mediaType, base64 }) => ({
      type: "image",
      data: base64,
      mimeType: mediaType,
    })),
  };
}

function writeConfig({ homeFolder, serverUrl }: Place, api: Api): void {
  mkdirSync(join(homeFolder, "sessions"), { recursive: true });
  const model = {
    reasoning: true,
    input: ["text", "image"],
    contextWindow: 200_000,
    maxTokens: 16_000,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  };
  const provider = {
    baseUrl: api === "messages" ? serverUrl : `${serverUrl}/v1`,
    api: APIS[api],
    apiKey: "not-a-key",
    models: PI_MODELS.map((id) => ({ id, name: id, ...model })),
  };
  writeFileSync(
    join(homeFolder, "models.json"),
    JSON.stringify({ providers: { judge: provider } }),
  );
  const settings = {
    retry: { enabled: true, maxRetries: 2, baseDelayMs: 100 },
    compaction: { enabled: true, keepRecentTokens: 10 }, // else small sessions are not compacted
  };
  writeFileSync(join(homeFolder, "settings.json"), JSON.stringify(settings));
}
