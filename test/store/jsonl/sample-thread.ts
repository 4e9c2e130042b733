import type { RefoldEvent } from "../../../src/events/event.js";
import { newId } from "../../../src/runtime/new-id.js";

const AT = "2026-04-01T12:00:00.000Z";
const AT_MS = Date.parse(AT);

/** A thread whose events say little, each with an id of its own. */
export function sampleThread(threadId = newId(AT_MS)) {
  const place = (offset: number) => ({ offset, id: newId(AT_MS), at: AT });
  return {
    threadId,
    started: (): RefoldEvent => ({
      ...place(0),
      type: "thread.started",
      data: {
        threadId,
        cwd: "/project",
        source: { dialect: "refold", version: "0.1.0" },
        memoryMode: null,
        title: null,
      },
    }),
    /** A thing of no consequence that is `text` long. */
    notice: (offset: number, text = "a notice"): RefoldEvent => ({
      ...place(offset),
      type: "notice.logged",
      data: { level: "info", kind: "test", message: text },
    }),
    turnCompleted: (offset: number): RefoldEvent => ({
      ...place(offset),
      type: "turn.completed",
      data: { reason: null, durationMs: 1 },
    }),
    /** `count` notices, the first at `offset`. */
    notices(offset: number, count: number): RefoldEvent[] {
      return Array.from({ length: count }, (_, index) => this.notice(offset + index));
    },
  };
}
