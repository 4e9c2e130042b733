import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { OpenThread, PeerItem, PeerTurn } from "./contender.js";

export const THREAD = "01KN40000000000000000000AA";
/** Tells the model nothing of its own, as the others do; outputs stay as they are. */
const REGISTRY = { session: [] };
const CONTEXT = {
  model: "gpt-5-codex",
  provider: "openai",
  contextWindow: 272_000,
  truncationPolicy: { mode: "bytes", limit: 10_000_000 },
} as const;

// Compiled beside its own packages, so that the repository's build is found by where it runs.
export const { jsonlStore, resumeThread }: typeof import("../../dist/index.js") = await import(
  pathToFileURL(resolve("dist/index.js")).href
);

type EventStore = import("../../dist/index.js").EventStore;

/** A thread of Refold, driven as an agent drives it. @param close closes the store */
export async function openRefold(
  store: EventStore,
  close: () => Promise<void> = () => store.close(),
): Promise<OpenThread> {
  const thread = await resumeThread(THREAD, { store, registry: REGISTRY });
  return {
    async append({ items }: PeerTurn) {
      const turn = await thread.startTurn(CONTEXT);
      for (const item of items) await record(turn, item);
      await turn.complete();
    },
    prompt: () => thread.prompt().items,
    async fork() {
      await thread.fork();
    },
    close,
  };
}

type Thread = Awaited<ReturnType<typeof resumeThread>>;
type Turn = Awaited<ReturnType<Thread["startTurn"]>>;

async function record(turn: Turn, item: PeerItem): Promise<void> {
  switch (item.type) {
    case "message":
      if (item.role === "user") await turn.recordUserInput(item.text);
      else await turn.recordModelItems(answer(item.text));
      return;
    case "reasoning":
      await turn.recordModelItems({
        type: "reasoning",
        summary: [{ type: "summary_text", text: item.text }],
      });
      return;
    case "call":
      await turn.recordModelItems({
        ...{ type: "function_call", call_id: item.id, name: item.name },
        arguments: JSON.stringify(item.arguments),
      });
      return;
    case "output":
      await turn.recordToolOutput({
        ...{ type: "function_call_output", call_id: item.id, output: item.text },
      });
  }
}

function answer(text: string) {
  const content = [{ type: "output_text" as const, text }];
  return { type: "message" as const, role: "assistant" as const, content };
}
