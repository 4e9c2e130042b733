import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from "@langchain/core/messages";
import { emptyCheckpoint, uuid6, type BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { Contender, PeerItem, PeerTurn } from "./contender.js";

const THREAD = "thread";

interface OpenSaver {
  readonly saver: BaseCheckpointSaver;
  readonly close: () => Promise<void> | void;
}

/**
 * A checkpointer of LangGraph: each checkpoint holds the whole state. One put a turn is the least that it
 * can do; a graph with a tool loop makes several.
 */
export const langGraph = (openSaver: (place: string) => Promise<OpenSaver>): Contender => ({
  async fill(place, { turns }) {
    let messages: BaseMessage[] = [];
    for (const turn of turns) messages = withTurn(messages, turn);
    const { saver, close } = await openSaver(place);
    await put(saver, THREAD, messages);
    await close();
  },
  async open(place) {
    const { saver, close } = await openSaver(place);
    let messages: BaseMessage[] = []; // as a graph has them while it runs
    let forks = 0;
    return {
      async append(turn) {
        messages = withTurn(messages, turn);
        await put(saver, THREAD, messages);
      },
      prompt: async () => (messages = await load(saver)),
      async fork() {
        forks += 1;
        await put(saver, `${THREAD}-${forks}`, messages);
      },
      close,
    };
  },
});

async function put(
  saver: BaseCheckpointSaver,
  thread_id: string,
  messages: readonly BaseMessage[],
): Promise<void> {
  const channel_versions = { messages: uuid6(0) }; // where a saver stores channels apart
  const checkpoint = {
    ...emptyCheckpoint(),
    id: uuid6(0),
    channel_values: { messages },
    channel_versions,
  };
  const config = { configurable: { thread_id, checkpoint_ns: "" } };
  const metadata = { source: "loop", step: 0, parents: {} } as const;
  await saver.put(config, checkpoint, metadata, channel_versions);
}

async function load(saver: BaseCheckpointSaver): Promise<BaseMessage[]> {
  const found = await saver.getTuple({ configurable: { thread_id: THREAD, checkpoint_ns: "" } });
  const messages: unknown = found?.checkpoint.channel_values["messages"];
  return Array.isArray(messages) ? messages : [];
}

function withTurn(messages: BaseMessage[], { items, compaction }: PeerTurn): BaseMessage[] {
  const earlier = compaction === null ? messages : compaction.kept.map(messageOf);
  for (const item of items) earlier.push(messageOf(item));
  return earlier;
}

function messageOf(item: PeerItem): BaseMessage {
  switch (item.type) {
    case "message":
      return item.role === "user" ? new HumanMessage(item.text) : new AIMessage(item.text);
    case "reasoning":
      return new AIMessage({ content: "", additional_kwargs: { reasoning: item.text } });
    case "call": {
      const { id, name } = item;
      return new AIMessage({
        content: "",
        tool_calls: [{ id, name, args: { ...item.arguments }, type: "tool_call" }],
      });
    }
    case "output":
      return new ToolMessage({ content: item.text, tool_call_id: item.id });
  }
}
