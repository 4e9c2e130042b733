import { ulidToUuid } from "../../../events/ids.js";
import type { JsonObject } from "../../../events/primitives.js";
import type { ThreadState } from "../../../reducers/thread-state.js";
import { lineOf } from "./write-lines.js";

export interface SessionMeta {
  readonly threadId: string;
  /** Of the tool that writes. */
  readonly version: string;
  /** When the thread started. */
  readonly at: string;
}

/** A rollout's first line: whose thread it is, and the newest base instructions. */
export function sessionMetaLine(
  { thread, turns, baseline }: ThreadState,
  { threadId, version, at }: SessionMeta,
): JsonObject {
  const instructions = thread?.instructions ?? null;
  const provider = turns.running?.envelope.provider ?? baseline?.envelope.provider;
  const parent =
    thread !== null && thread.threadId !== threadId ? thread.threadId : forkedFrom(thread);
  return lineOf(at, "session_meta", {
    id: ulidToUuid(threadId),
    ...(parent !== null && { forked_from_id: ulidToUuid(parent) }),
    timestamp: at,
    cwd: thread?.cwd ?? "",
    originator: "refold",
    cli_version: version,
    source: "cli", // what Codex offers to resume
    ...(provider !== undefined && { model_provider: provider }),
    ...(instructions !== null && { base_instructions: { text: instructions.text } }),
  });
}

function forkedFrom(thread: ThreadState["thread"]): string | null {
  return thread?.forked?.from.threadId ?? null;
}
