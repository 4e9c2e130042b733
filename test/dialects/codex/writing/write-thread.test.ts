import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeCodex } from "../../../../src/dialects/codex/decode-codex.js";
import { openCodexRollout } from "../../../../src/dialects/codex/open-codex-rollout.js";
import { ExportReport } from "../../../../src/dialects/codex/writing/not-carried.js";
import { LedgerIds } from "../../../../src/dialects/codex/writing/ledger-ids.js";
import { contextKey } from "../../../../src/dialects/codex/writing/write-context.js";
import { summaryItem } from "../../../../src/dialects/codex/writing/write-summary.js";
import { writeCodex } from "../../../../src/dialects/codex/writing/write-thread.js";
import type { LogEvent } from "../../../../src/events/event.js";
import { replay } from "../../../../src/reducers/replay.js";
import type { ThreadState } from "../../../../src/reducers/thread-state.js";
import { memoryStore } from "../../../../src/store/memory.js";
import { histories } from "../../../../src/testing/arbitraries/history.js";
import { listSource } from "../../../../src/testing/list-source.js";
import { collect, memoryBytes } from "../../memory-bytes.js";

const NO_BLOBS = memoryStore().blobs;
const VERSION = "1.0.0";

describe("a thread of our own, written as a Codex rollout", () => {
  test("has, read again, the same items in the same order", async () => {
    await fc.assert(
      fc.asyncProperty(histories(), async ({ events }) => {
        const [own, codex] = await exported(events);
        expect(items(codex)).toEqual(items(own));
      }),
      { numRuns: 300 },
    );
  });

  test("has, read again, the same baseline or none", async () => {
    await fc.assert(
      fc.asyncProperty(histories(), async ({ events }) => {
        const [own, codex] = await exported(events);
        if (codex.baseline === null) return;
        expect(contextKey(codex.baseline.envelope)).toBe(
          own.baseline && contextKey(own.baseline.envelope),
        );
      }),
      { numRuns: 200 },
    );
  });

  test("has, read again, the same sum of usage", async () => {
    await fc.assert(
      fc.asyncProperty(histories(), async ({ events }) => {
        const [own, codex] = await exported(events);
        expect(codex.usage.total).toEqual(own.usage.total);
      }),
      { numRuns: 200 },
    );
  });
});

/** The thread's state, and that of the rollout it was written as. */
async function exported(
  events: readonly LogEvent[],
  report = new ExportReport(),
): Promise<readonly [own: ThreadState, codex: ThreadState]> {
  const bytes = await write(events, report);
  return [await replay(listSource(events)), await readAgain(bytes)];
}

async function write(events: readonly LogEvent[], report = new ExportReport()): Promise<Buffer> {
  const threadId = idOf(events);
  const options = { threadId, blobs: NO_BLOBS, version: VERSION, report };
  return Buffer.concat(await collect(writeCodex(listSource(events), options)));
}

function idOf(events: readonly LogEvent[]): string {
  const ids = events.flatMap(({ type, data }) =>
    type === "thread.started" || type === "thread.forked" ? [data] : [],
  );
  const newest = ids.at(-1);
  if (typeof newest !== "object" || newest === null || !("threadId" in newest)) return "";
  return String(newest.threadId);
}

async function readAgain(bytes: Buffer): Promise<ThreadState> {
  const rollout = await openCodexRollout(memoryBytes(bytes));
  const state = await replay(rollout.source);
  expect(rollout.damage()).toEqual([]);
  return state;
}

/** The ledger's items as a rollout spells them. */
function items({ ledger }: ThreadState): readonly string[] {
  const ids = new LedgerIds();
  return [...ledger.entries].map(({ item, summary }) => {
    const { type } = item;
    return `${type} ${ids.keyOf(summary === true ? summaryItem(item) : item)}`;
  });
}
