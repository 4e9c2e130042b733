import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Fact, RefoldEvent } from "../src/events/event.js";
import { countItemBytes } from "../src/events/item-bytes.js";
import { stampFact } from "../src/events/known-event.js";
import type { Envelope } from "../src/events/slices.js";
import { forkThread } from "../src/store/fork-thread.js";
import { jsonlStore } from "../src/store/jsonl/jsonl-store.js";

/** Writes a session of this many items (or messages, forks, bytes) where no other is. */
type Shape = (folder: string, size: number) => Promise<Shaped>;

/** What commands are given. */
export interface Shaped {
  /** A recorded session, or a thread's id. */
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
    const say = (type: string, payload: object) => ({ timestamp: AT, type, payload });
    if (index === 0) {
      return say("session_meta", {
        id: SESSION,
        timestamp: AT,
        cwd: "/project",
        cli_version: "0.118.0",
      });
    }
    const content = (type: string) => [{ type, text: `${SENTENCE} ${index}` }];
    switch (index % 5) {
      case 1:
      case 3:
        return say("response_item", {
          type: "message",
          role: "user",
          content: content("input_text"),
        });
      case 2:
      case 4:
        return say("response_item", {
          type: "message",
          role: "assistant",
          content: content("output_text"),
        });
      default:
        return say("event_msg", { type: "thread_rolled_back", num_turns: 1 });
    }
  });

/** A Codex rollout with one output of this many bytes. */
const largeItem: Shape = async (folder, bytes) =>
  fileOf(folder, 4, (index) => {
    const say = (type: string, payload: object) => ({ timestamp: AT, type, payload });
    const message = (role: string, type: string, text: string) =>
      say("response_item", { type: "message", role, content: [{ type, text }] });
    if (index === 0) {
      return say("session_meta", {
        id: SESSION,
        timestamp: AT,
        cwd: "/project",
        cli_version: "0.118.0",
      });
    }
    if (index === 1) return message("user", "input_text", "go on");
    if (index === 3) return message("assistant", "output_text", "done");
    const lines = Array.from(
      { length: Math.ceil(bytes / 90) },
      (_, line) => `${SENTENCE} ${line}\n`,
    );
    return message("user", "input_text", lines.join("").slice(0, bytes));
  });

/** A thread of turns with two items each. */
const ownTurns: Shape = async (folder, items) =>
  storedOf(folder, function* () {
    for (let index = 0; index < items; index += 2) yield* turnFacts(index);
  });

/** A thread in which every turn is rolled back, and then said again. */
const rollbacks: Shape = async (folder, count) =>
  storedOf(folder, function* (offset) {
    for (let index = 0; index < count; index += 1) {
      const to = offset() - 1;
      yield* turnFacts(index);
      yield { type: "history.rolled-back", data: { to, historyVersion: index + 1 } };
    }
  });

/** A thread, and forks of which each is one of the last. */
const forkChain: Shape = async (folder, forks) => {
  const { home } = await ownTurns(folder, 2);
  const store = jsonlStore({ home, durability: "none" });
  let parentId = ROOT;
  let offset = (await store.head(ROOT)) - 1;
  for (let index = 0; index < forks; index += 1) {
    const threadId = idOf("F", index);
    await forkThread(store, { parentId, offset, threadId, eventId: idOf("G", index), at: AT });
    [parentId, offset] = [threadId, offset + 1];
  }
  await store.close();
  return { home, session: parentId };
};

function* turnFacts(index: number): Generator<Fact> {
  yield { type: "turn.started", data: { envelope: ENVELOPE } };
  yield itemFact("user", {
    type: "message",
    role: "user",
    content: [{ type: "input_text", text: `${SENTENCE} ${index}` }],
  });
  yield itemFact("model", {
    type: "message",
    role: "assistant",
    content: [{ type: "output_text", text: `${SENTENCE} ${index}` }],
  });
  yield { type: "turn.completed", data: { reason: null, durationMs: 1 } };
}

type RecordedFact = Extract<Fact, { type: "item.recorded" }>;

function itemFact(origin: "user" | "model", item: RecordedFact["data"]["item"]): RecordedFact {
  return { type: "item.recorded", data: { item, origin, countedBytes: countItemBytes(item) } };
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
      threadId: ROOT,
      cwd: "/project",
      source: { dialect: "refold", version: "0.1.0" },
      memoryMode: null,
      title: null,
    },
  });
  for (const fact of facts(offset)) {
    add(fact);
    if (batch.length < EVENTS_A_BATCH) continue;
    head = await store.append(ROOT, head, batch);
    batch = [];
  }
  await store.append(ROOT, head, batch);
  await store.close();
  return { home, session: ROOT };
}

async function fileOf(
  folder: string,
  lines: number,
  line: (index: number) => object,
): Promise<Shaped> {
  const session = join(folder, "session.jsonl");
  mkdirSync(dirname(session), { recursive: true });
  const file = openSync(session, "w");
  for (let index = 0; index < lines; index += 1) {
    writeSync(file, `${JSON.stringify(line(index))}\n`);
  }
  closeSync(file);
  return { session, home: join(folder, "home") };
}
const ROOT = "01KN40000000000000000000AA";
const SESSION = "019d3a00-0000-7000-8000-0000000000aa";
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
const ENVELOPE: Envelope = {
  model: "gpt-5-codex",
  provider: "openai",
  cwd: "/project",
  approvalPolicy: "on-request",
  sandboxPolicy: { mode: "workspace-write", writable_roots: ["/project"], network_access: false },
  effort: "medium",
  contextWindow: 272_000,
  truncationPolicy: { mode: "bytes", limit: 10_000_000 },
  date: "2026-04-01",
  timezone: "Europe/Berlin",
};

const ITEMS = [1_000, 10_000, 100_000];

/** What is measured, and at which sizes: items, messages, lines, rollbacks, forks; of the one item, bytes. */
export const SHAPES: readonly {
  readonly name: string;
  readonly write: Shape;
  readonly sizes: readonly number[];
}[] = [
  { name: "Claude Code chain, by messages", write: claudeChain, sizes: ITEMS },
  { name: "pi chain, by messages", write: piChain, sizes: ITEMS },
  {
    name: "Codex rollout with a rollback every fifth line, by lines",
    write: codexRollbacks,
    sizes: ITEMS,
  },
  { name: "thread of the store, by items", write: ownTurns, sizes: ITEMS },
  { name: "thread of the store, by rollbacks", write: rollbacks, sizes: [100, 1_000, 10_000] },
  { name: "forks of forks, by depth", write: forkChain, sizes: [100, 1_000, 10_000] },
  { name: "one item, by bytes", write: largeItem, sizes: [500_000, 5_000_000, 50_000_000] },
];
