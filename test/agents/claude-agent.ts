import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import {
  NotOffered,
  type Agent,
  type Deed,
  type Place,
  type PromptOptions,
  type RequestKind,
} from "./agent.js";
import { at, isObject, listAt, parseLine, textAt, type JsonObject } from "./json.js";
import { LineProcess } from "./line-process.js";
import type { Call } from "./reply.js";
import type { ModelRequest } from "./scripted-server.js";

/** Claude Code in print mode, with lines of JSON in both directions. */
export class ClaudeAgent implements Agent {
  readonly #place: Place;
  #process: LineProcess;
  #sessionId = "";
  #controls = 0;
  #mark = 0;
  #folder: string;
  readonly own = {
    plan: () => this.#control({ subtype: "set_permission_mode", mode: "plan" }),
    rewind: () => this.#rewind(),
  };

  private constructor(place: Place) {
    this.#place = place;
    this.#folder = place.workFolder;
    this.#process = this.#spawn([]);
  }

  static async start(place: Place): Promise<ClaudeAgent> {
    mkdirSync(place.homeFolder, { recursive: true });
    return new ClaudeAgent(place);
  }

  async prompt(text: string, options?: PromptOptions): Promise<void> {
    await this.begin(text, options);
    await this.settle();
  }

  async begin(text: string, options: PromptOptions = {}): Promise<void> {
    const { model, folder, sandbox, approval } = options;
    if (sandbox !== undefined || approval !== undefined) throw new NotOffered("sandbox");
    if (folder !== undefined) {
      this.#folder = folder;
      await this.restart();
    }
    if (model !== undefined) await this.#control({ subtype: "set_model", model });
    this.#mark = this.#process.position;
    this.#say(text, options);
  }

  async settle(): Promise<void> {
    const isEnd = (line: unknown): boolean => at(line, "type") === "result";
    const end = await this.#process.waitFor("the result", isEnd, { from: this.#mark });
    this.#sessionId = textAt(end, "session_id");
  }

  async steer(text: string, options: PromptOptions = {}): Promise<void> {
    this.#say(text, options);
    await new Promise((resolve) => setTimeout(resolve, 400)); // it answers nothing
  }

  async interrupt(): Promise<void> {
    await this.#control({ subtype: "interrupt" });
    await this.settle();
  }

  async compact(): Promise<void> {
    await this.prompt("/compact");
  }

  async rollback(turns: number): Promise<void> {
    await this.#process.close();
    await this.#reopen(["--resume-session-at", this.#lastAnswerBefore(turns)]);
  }

  async fork({ withoutTurns = 0 } = {}): Promise<void> {
    await this.#process.close();
    const place =
      withoutTurns > 0 ? ["--resume-session-at", this.#lastAnswerBefore(withoutTurns)] : [];
    await this.#reopen(["--fork-session", ...place]);
  }

  async restart(): Promise<void> {
    await this.#process.close();
    await this.#reopen([]);
  }

  async kill(): Promise<void> {
    await this.#process.kill();
    await this.#reopen([]);
  }

  async adopt({ path, text }: { path: string; text: string }): Promise<void> {
    await this.#process.close();
    this.#sessionId = basename(path, ".jsonl");
    const folder = this.#place.workFolder.replace(/[^A-Za-z0-9]/g, "-");
    const file = join(this.#place.homeFolder, "projects", folder, basename(path));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    await this.#reopen([]);
  }

  async reopen(path: string): Promise<void> {
    await this.#process.close();
    this.#sessionId = basename(path, ".jsonl");
    await this.#reopen([]);
  }

  close(): Promise<void> {
    return this.#process.close();
  }

  call(deed: Deed): Call {
    const path = (name: string): string => join(this.#folder, name);
    switch (deed.do) {
      case "shell":
        return { name: "Bash", input: { command: deed.command, description: "Runs a command" } };
      case "add-file":
        return { name: "Write", input: { file_path: path(deed.path), content: deed.text } };
      case "read-file":
      case "view-image":
        return { name: "Read", input: { file_path: path(deed.path) } };
      case "delegate":
        return {
          name: "Agent",
          input: {
            description: "A small task",
            prompt: deed.task,
            subagent_type: "general-purpose",
            run_in_background: false,
          },
        };
      case "wait-for-agents":
      case "find-tool":
        throw new NotOffered(deed.do);
      case "other-tool":
        return { name: `mcp__lighthouse__${deed.tool}`, input: { place: "Orla" } };
      case "unknown-tool":
        return { name: "NoSuchTool", input: { any: "thing" } };
    }
  }

  kindOf({ headers, body }: ModelRequest): RequestKind {
    if (listAt(body, "tools").length === 0) return "side";
    if (headers["x-claude-code-agent-id"] !== undefined) return "sub-agent";
    const last = listAt(body, "messages").at(-1);
    const isSummary = JSON.stringify(last).includes(
      "create a detailed summary of the conversation",
    );
    return isSummary ? "compaction" : "main";
  }

  sessionFile(folder: string, request?: ModelRequest): string | null {
    const named = request?.headers["x-claude-code-session-id"];
    const id = typeof named === "string" ? named : this.#sessionId;
    const agent = request?.headers["x-claude-code-agent-id"];
    const wanted = typeof agent === "string" ? `agent-${agent}.jsonl` : `${id}.jsonl`;
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const file = names.find((name) => basename(name) === wanted);
    return file === undefined ? null : join(folder, file);
  }

  /** Takes the newest turn back as the command of its terminal does. */
  async #rewind(): Promise<void> {
    const target_message_uuid = typedOf(this.#lines()).at(-1)?.["uuid"];
    await this.#control({ subtype: "rewind_conversation", target_message_uuid });
  }

  async #reopen(options: readonly string[]): Promise<void> {
    this.#process = this.#spawn(["--resume", this.#sessionId, ...options]);
    this.#mark = 0;
  }

  #spawn(options: readonly string[]): LineProcess {
    const { binaryCommand, homeFolder, serverUrl, logFile, model, toolServer } = this.#place;
    const env = {
      PATH: process.env["PATH"] ?? "",
      HOME: homeFolder,
      CLAUDE_CONFIG_DIR: homeFolder,
      ANTHROPIC_BASE_URL: serverUrl,
      ANTHROPIC_API_KEY: "not-a-key",
      ANTHROPIC_MODEL: model,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
      DISABLE_TELEMETRY: "1",
      DISABLE_ERROR_REPORTING: "1",
      IS_SANDBOX: "1",
      LANG: "C.UTF-8",
      TZ: "UTC",
      HTTPS_PROXY: "http://127.0.0.1:9",
      NO_PROXY: "127.0.0.1",
    };
    const mode = ["-p", "--input-format", "stream-json", "--output-format", "stream-json"];
    return new LineProcess({
      command: [
        ...[...binaryCommand, ...mode, "--verbose", "--replay-user-messages"],
        ...["--permission-mode", "bypassPermissions", ...serverOptions(toolServer), ...options],
      ],
      cwd: this.#folder,
      env,
      logFile,
    });
  }

  #say(text: string, { images = [] }: PromptOptions): void {
    const pictures = images.map(({ mediaType, base64 }) => ({
      type: "image",
      source: { type: "base64", media_type: mediaType, data: base64 },
    }));
    const content = [...pictures, { type: "text", text }];
    const message = { role: "user", content };
    this.#process.send({ type: "user", message, parent_tool_use_id: null, session_id: "" });
  }

  async #control(request: object): Promise<void> {
    this.#controls += 1;
    const id = `control-${this.#controls}`;
    const from = this.#process.position;
    this.#process.send({ type: "control_request", request_id: id, request });
    const isOwn = (line: unknown): boolean =>
      at(line, "type") === "control_response" && at(line, "response", "request_id") === id;
    const answer = await this.#process.waitFor("the control response", isOwn, { from });
    if (at(answer, "response", "subtype") === "error") {
      throw new Error(textAt(answer, "response", "error"));
    }
  }

  /** The newest message of the model before the newest turns: Claude Code resumes there. */
  #lastAnswerBefore(turns: number): string {
    const lines = this.#lines();
    const start = typedOf(lines).at(-turns);
    const before = start === undefined ? lines : lines.slice(0, lines.indexOf(start));
    return textAt(before.filter((line) => line["type"] === "assistant").at(-1), "uuid");
  }

  #lines(): readonly JsonObject[] {
    const file = this.sessionFile(join(this.#place.homeFolder, "projects"));
    if (file === null) throw new Error(`no session file of ${this.#sessionId}`);
    return readFileSync(file, "utf8").split("\n").map(parseLine).filter(isObject);
  }
}

/** The lines with words that a user typed. */
function typedOf(lines: readonly JsonObject[]): readonly JsonObject[] {
  return lines.filter(
    (line) =>
      line["type"] === "user" && line["isMeta"] !== true && isTyped(at(line, "message", "content")),
  );
}

function isTyped(content: unknown): boolean {
  if (typeof content === "string") return true;
  return Array.isArray(content) && content.every((part) => at(part, "type") !== "tool_result");
}

function serverOptions(toolServer: readonly string[] | null): readonly string[] {
  if (toolServer === null) return [];
  const [command, ...args] = toolServer;
  return ["--mcp-config", JSON.stringify({ mcpServers: { lighthouse: { command, args } } })];
}
