import { readdirSync } from "node:fs";
import { join } from "node:path";
import { SessionManager } from "@earendil-works/pi-coding-agent";
import type { Contender, PeerItem, PeerTurn } from "./contender.js";

type Message = Parameters<SessionManager["appendMessage"]>[0];

const CWD = "/project";
const ANSWER = {
  role: "assistant",
  api: "openai-responses",
  provider: "openai",
  model: "gpt-5-codex",
  usage: {
    ...{ input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 },
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  },
  stopReason: "toolUse",
} as const;

/** The session manager of pi, a coding agent: a JSONL file, and a tree of its entries in memory. */
export const pi: Contender = {
  async fill(folder, { turns }) {
    const session = SessionManager.create(CWD, folder);
    for (const turn of turns) append(session, turn);
  },
  async open(folder) {
    const [file = ""] = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
    const session = SessionManager.open(join(folder, file), folder, CWD);
    return {
      append: (turn) => append(session, turn),
      prompt: () => session.buildSessionContext().messages,
      fork: () => void session.createBranchedSession(session.getLeafId() ?? ""),
      close: () => undefined,
    };
  },
  keptItems: 2, // its summary, and one entry: it keeps whole entries from one on
};

function append(session: SessionManager, { items, compaction }: PeerTurn): void {
  if (compaction !== null) {
    session.appendCompaction(compaction.summary, session.getLeafId() ?? "", 60_000);
  }
  for (const item of items) session.appendMessage(messageOf(item));
}

function messageOf(item: PeerItem): Message {
  const timestamp = 1_775_044_800_000;
  switch (item.type) {
    case "message":
      return item.role === "user"
        ? { role: "user", content: [{ type: "text", text: item.text }], timestamp }
        : { ...ANSWER, content: [{ type: "text", text: item.text }], timestamp };
    case "reasoning":
      return { ...ANSWER, content: [{ type: "thinking", thinking: item.text }], timestamp };
    case "call": {
      const { id, name } = item;
      const call = { type: "toolCall" as const, id, name, arguments: { ...item.arguments } };
      return { ...ANSWER, content: [call], timestamp };
    }
    case "output":
      return {
        ...{ role: "toolResult", toolCallId: item.id, toolName: "shell", isError: false },
        ...{ content: [{ type: "text", text: item.text }], timestamp },
      };
  }
}
