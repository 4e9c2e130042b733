import type { LedgerEntry } from "../reducers/thread-state.js";

type Counted = Pick<LedgerEntry, "item" | "origin" | "summary">;

/**
 * How many messages a history holds: what users said, what the model answered, what tools gave back.
 * Reasoning, text and calls of one answer are one message. Context and summaries are none.
 */
export function countMessages(entries: Iterable<Counted>): number {
  let messages = 0;
  let inAnswer = false;
  let hasSpoken = false; // the answer's thinking is over
  for (const entry of entries) {
    const part = partOf(entry);
    if (part === "context") continue;
    const isAnswer = part !== "message";
    const isSame: boolean = isAnswer && inAnswer && !(part === "text" && hasSpoken);
    if (!isSame) messages += 1;
    hasSpoken = isAnswer && ((isSame && hasSpoken) || part !== "thinking");
    inAnswer = isAnswer;
  }
  return messages;
}

type Part = "message" | "text" | "thinking" | "call" | "context";

function partOf({ item, origin, summary }: Counted): Part {
  if (summary === true || origin === "runtime") return "context";
  if (origin !== "model") return "message";
  if (item.type === "message") return "text";
  return item.type === "reasoning" ? "thinking" : "call";
}
