import { redactThread } from "../../runtime/redaction/redact-thread.js";
import { jsonlStore } from "../../store/jsonl/jsonl-store.js";
import { temporaryHome } from "../../store/jsonl/temporary-home.js";
import type { Exportable } from "./export-parts.js";

/** A redacted copy of the thread, which goes when the work is done; without patterns the thread. */
export async function withRedacted<Result>(
  { store, threadId }: Exportable,
  patterns: readonly string[] | null,
  work: (thread: Exportable) => Promise<Result>,
): Promise<Result> {
  if (patterns === null) return work({ store, threadId });
  const temporary = temporaryHome();
  const copy = jsonlStore({ home: temporary.home });
  try {
    const target = temporary.home;
    const redaction = await redactThread({ home: store.home, threadId, target, patterns });
    return await work({ store: copy, threadId: redaction.threadId, redaction });
  } finally {
    await copy.close();
    temporary.remove();
  }
}
