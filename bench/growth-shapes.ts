import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Fact, RefoldEvent } from "../src/events/event.js";
import { stampFact } from "../src/events/known-event.js";
import type { ForkPoint } from "../src/events/thread.js";
import { hexOfSum } from "../src/store/chain.js";
import { rolloutPath } from "../src/store/jsonl/home.js";
import { encodeBatch, lastSum } from "../src/store/jsonl/line-codec.js";
import { jsonlStore } from "../src/store/jsonl/jsonl-store.js";
import { CODEX_SESSION, codexStart } from "./codex-workload.js";
import { ENVELOPE, message, recorded, WORKLOAD_THREAD } from "./workload.js";

/** Writes a session of this many items (or messages, forks, bytes) where no other is. */
type Shape = (folder: string, size: number) => Promise<Shaped>;

/** What commands are given. */
export interface Shaped {
  /** A recorded session, a folder of some, or a thread's id. */
  readonly session: string;
  /** Of the store. */
  readonly home: string;
}

const AT = "2026-04-01T12:00:00.000Z";
const EVENTS_A_BATCH = 1_000;
const SENTENCE = "the escapement loses two beats an hour, and nobody in the workshop knows why";

/** A Claude Code session whose every message is the child of the one before. */
const claudeChain: Shape = async (folder, messages) =>
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
const piChain: Shape = async (folder, messages) =>
  fileOf(folder, messages, (index) => {
    if (index === 0) return PI;
    const isUser = index % 2 === 1;
    const content = [{ type: "text", text: `${SENTENCE} ${index}` }];
    const [id, parentId] = [piId(index), index === 1 ? null : piId(index - 1)];
    const message = isUser ? { role: "user", content } : { ...PI_ANSWER, content };
    return { type: "message", id, parentId, timestamp: AT, message };
  });

/** A Codex rollout in which every second turn is rolled back. */
const codexRollbacks: Shape = async (folder, lines) =>
  fileOf(folder, lines, (index) => {
    if (index === 0) return codexLine("session_meta", codexStart(AT));
    if (index % 5 === 0) {
      return codexLine("event_msg", { type: "thread_rolled_back", num_turns: 1 });
    }
    return said(index % 5 === 1 || index % 5 === 3 ? "user" : "assistant", `${SENTENCE} ${index}`);
  });

/** A Codex rollout with one message of this many bytes. */
const largeItem: Shape = async (folder, bytes) => {
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
const copies: Shape = async (folder, count) => {
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

/** A thread of turns with two items each. */
const ownTurns: Shape = async (folder, items) =>
  storedOf(folder, function* () {
    for (let index = 0; index < items; index += 2) yield* turnFacts(index);
  });

/** A thread in which every second turn is rolled back. */
const rollbacks: Shape = async (folder, count) =>
  storedOf(folder, function* (offset) {
    for (let index = 0; index < count; index += 1) {
      yield* turnFacts(2 * index);
      const to = offset() - 1;
      yield* turnFacts(2 * index + 1);
      yield { type: "history.rolled-back", data: { to, historyVersion: index + 1 } };
    }
  });

/** A thread, and forks of which each is one of the last: written as a store writes them, which takes long. */
const forkChain: Shape = async (folder, forks) => {
  const { home } = await ownTurns(folder, 2);
  const store = jsonlStore({ home });
  let parent: ForkPoint = { threadId: WORKLOAD_THREAD, offset: 0, id: "", sum: "" };
  for await (const { offset, id, sum = "" } of store.read(parent.threadId)) {
    parent = { ...parent, offset, id, sum };
  }
  await store.close();
  for (let index = 0; index < forks; index += 1) {
    const [threadId, id] = [idOf("F", index), idOf("G", index)];
    const fact: Fact = { type: "thread.forked", data: { threadId, from: parent } };
    const offset = parent.offset + 1;
    const line = encodeBatch([stampFact({ offset, id, at: AT }, fact)]);
    writeFileSync(rolloutPath(home, threadId, AT), line, { mode: 0o600 });
    parent = { threadId, offset, id, sum: hexOfSum(lastSum(line)) };
  }
  return { home, session: parent.threadId };
};

function codexLine(type: string, payload: object): object {
  return { timestamp: AT, type, payload };
}

function said(role: "user" | "assistant", text: string): object {
  return codexLine("response_item", message(role, text));
}

function* turnFacts(index: number): Generator<Fact> {
  const text = `${SENTENCE} ${index}`;
  yield { type: "turn.started", data: { envelope: ENVELOPE } };
  yield { type: "item.recorded", data: recorded("user", message("user", text)) };
  yield { type: "item.recorded", data: recorded("model", message("assistant", text)) };
  yield { type: "turn.completed", data: { reason: null, durationMs: 1 } };
}

async function storedOf(
  folder: string,
  facts: (offset: () => number) => Iterable<Fact>,
): Promise<Shaped> {
  const home = join(folder, "home");
  const store = jsonlStore({ home, durability: "none" });
  let batch: RefoldEvent[] = [];
  let head = 0;
  const offset = (): number => head + batch.length;
  const add = (fact: Fact): void => {
    batch.push(stampFact({ offset: offset(), id: idOf("E", offset()), at: AT }, fact));
  };
  add({
    type: "thread.started",
    data: {
      threadId: WORKLOAD_THREAD,
      cwd: "/project",
      source: { dialect: "refold", version: "0.1.0" },
      memoryMode: null,
      title: null,
    },
  });
  for (const fact of facts(offset)) {
    add(fact);
    if (batch.length < EVENTS_A_BATCH) continue;
    head = await store.append(WORKLOAD_THREAD, head, batch);
    batch = [];
  }
  await store.append(WORKLOAD_THREAD, head, batch);
  await store.close();
  return { home, session: WORKLOAD_THREAD };
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

const idOf = (kind: string, index: number): string =>
  `01KN400000000000${kind}${String(index).padStart(9, "0")}`;
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
const ITEMS = [1_000, 10_000, 100_000];

/** What commands are asked of: a recorded session, a folder of some, a thread. */
type Kind = "file" | "folder" | "thread";

/** What is measured, and at which sizes: items, messages, lines, rollbacks, forks; of the one item, bytes. */
export const SHAPES: readonly {
  readonly name: string;
  readonly kind: Kind;
  readonly write: Shape;
  readonly sizes: readonly number[];
  /** Memory is measured too. */
  readonly weighs?: true;
}[] = [
  { name: "Claude Code chain, by messages", kind: "file", write: claudeChain, sizes: ITEMS },
  { name: "pi chain, by messages", kind: "file", write: piChain, sizes: ITEMS },
  {
    name: "Codex rollout with a rollback every fifth line, by lines",
    ...{ kind: "file", write: codexRollbacks, sizes: ITEMS },
  },
  { name: "thread of the store, by items", kind: "thread", write: ownTurns, sizes: ITEMS },
  {
    name: "thread of the store, by rollbacks",
    ...{ kind: "thread", write: rollbacks, sizes: [100, 1_000, 10_000] },
  },
  { name: "forks of forks, by depth", kind: "thread", write: forkChain, sizes: ITEMS },
  {
    name: "copies of one session, by copies",
    ...{ kind: "folder", write: copies, sizes: [100, 1_000, 10_000] },
  },
  {
    name: "one item, by bytes",
    ...{ kind: "file", write: largeItem, sizes: [500_000, 5_000_000, 50_000_000], weighs: true },
  },
];
