import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { CODEX_SESSION, codexStart } from "./codex-workload.js";
import { AT, SENTENCE, type Shape, type Shaped } from "./growth-shape.js";
import { message } from "./workload.js";

/** A Claude Code session whose every message is the child of the one before. */
export const claudeChain: Shape = async (folder, messages) =>
  fileOf(folder, messages, (index) => {
    const isUser = index % 2 === 0;
    const content = `${SENTENCE} ${index}`;
    return {
      type: isUser ? "user" : "assistant",
      ...CLAUDE,
      uuid: `u${index}`,
      parentUuid: index === 0 ? null : `u${index - 1}`,
      message: isUser
        ? { role: "user", content }
        : { ...CLAUDE_ANSWER, id: `msg_${index}`, content: [{ type: "text", text: content }] },
    };
  });

/** A pi session whose every entry is the child of the one before. */
export const piChain: Shape = async (folder, messages) =>
  fileOf(folder, messages, (index) => {
    if (index === 0) return PI;
    const isUser = index % 2 === 1;
    const content = [{ type: "text", text: `${SENTENCE} ${index}` }];
    const [id, parentId] = [piId(index), index === 1 ? null : piId(index - 1)];
    const message = isUser ? { role: "user", content } : { ...PI_ANSWER, content };
    return { type: "message", id, parentId, timestamp: AT, message };
  });

/** A Codex rollout in which every second turn is rolled back. */
export const codexRollbacks: Shape = async (folder, lines) =>
  fileOf(folder, lines, (index) => {
    if (index === 0) return codexLine("session_meta", codexStart(AT));
    if (index % 5 === 0) {
      return codexLine("event_msg", { type: "thread_rolled_back", num_turns: 1 });
    }
    return said(index % 5 === 1 || index % 5 === 3 ? "user" : "assistant", `${SENTENCE} ${index}`);
  });

/** A Codex rollout with one message of this many bytes. */
export const largeItem: Shape = async (folder, bytes) => {
  const line = (_: unknown, index: number): string => `${SENTENCE} ${index}\n`;
  const text = Array.from({ length: Math.ceil(bytes / SENTENCE.length) }, line).join("");
  const lines = [
    codexLine("session_meta", codexStart(AT)),
    said("user", "go on"),
    said("user", text.slice(0, bytes)),
    said("assistant", "done"),
  ];
  return fileOf(folder, lines.length, (index) => lines[index] ?? {});
};

/** Copies of one Codex session, each at one of ten stages of its growth. */
export const copies: Shape = async (folder, count) => {
  for (let copy = 0; copy < count; copy += 1) {
    const number = String(copy).padStart(6, "0");
    const name = `rollout-2026-04-01T12-00-00-${CODEX_SESSION}.jsonl`;
    const path = join(folder, "copies", number.slice(0, 3), number, name);
    writeLines(path, 11 + (copy % 10), (index) =>
      index === 0
        ? codexLine("session_meta", codexStart(AT))
        : said(index % 2 === 1 ? "user" : "assistant", `${SENTENCE} ${index}`),
    );
  }
  return { session: join(folder, "copies"), home: join(folder, "home") };
};

function codexLine(type: string, payload: object): object {
  return { timestamp: AT, type, payload };
}

function said(role: "user" | "assistant", text: string): object {
  return codexLine("response_item", message(role, text));
}

async function fileOf(
  folder: string,
  lines: number,
  line: (index: number) => object,
): Promise<Shaped> {
  const session = join(folder, "session.jsonl");
  writeLines(session, lines, line);
  return { session, home: join(folder, "home") };
}

function writeLines(path: string, lines: number, line: (index: number) => object): void {
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(path, "w");
  for (let index = 0; index < lines; index += 1) {
    writeSync(file, `${JSON.stringify(line(index))}\n`);
  }
  closeSync(file);
}

const piId = (index: number): string => (0x10000000 + index).toString(16);
const CLAUDE = {
  isSidechain: false,
  userType: "external",
  cwd: "/project",
  sessionId: "5b1f0c52-7a3e-4d0b-9c61-2f8e4a7d9b10",
  version: "2.1.29",
  timestamp: AT,
};
const CLAUDE_ANSWER = {
  model: "claude-opus-4-5-20251101",
  type: "message",
  role: "assistant",
  usage: { input_tokens: 8, cache_read_input_tokens: 60_000, output_tokens: 200 },
};
const PI = {
  type: "session",
  version: 3,
  id: "7d2a4c10-3b9f-4e52-8a61-0c5d9e7f2b34",
  timestamp: AT,
  cwd: "/project",
};
const PI_ANSWER = {
  role: "assistant",
  api: "anthropic-messages",
  provider: "anthropic",
  model: "claude-opus-4-5",
  stopReason: "stop",
  usage: {
    input: 8,
    output: 200,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 208,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  },
};
