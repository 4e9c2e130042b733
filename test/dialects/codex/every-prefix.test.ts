import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codexForm } from "../../../src/dialects/codex/codex-form.js";
import { openRollout } from "../../../src/dialects/shared/open-rollout.js";
import type { RefoldEvent } from "../../../src/events/event.js";
import { isKnownEvent } from "../../../src/events/known-event.js";
import { replayEvents } from "../../../src/reducers/replay-events.js";
import type { ThreadState } from "../../../src/reducers/thread-state.js";
import { type CodexLine, codexRollout } from "../../../src/testing/arbitraries/codex-rollout.js";
import { type Reconstruction, reconstructSlowly } from "./slow-model.js";

const POLICY = { mode: "bytes", limit: 1000 } as const;

describe("every prefix of a rollout gives what Codex would have reconstructed from it", () => {
  test.each(["always", "never", "mixed"] as const)(
    "with lifecycle lines: %s",
    async (lifecycle) => {
      await fc.assert(
        fc.asyncProperty(codexRollout({ lifecycle }), async (lines) => {
          const events = await decode(lines);
          expect(events.length).toBe(lines.length);
          for (let to = 0; to < lines.length; to += 1) {
            const wanted = reconstructSlowly(lines.slice(0, to + 1), POLICY);
            expect(reconstructed(replayEvents(events, { to })), `prefix to offset ${to}`).toEqual(
              wanted,
            );
          }
        }),
      );
    },
  );
});

async function decode(lines: readonly CodexLine[]): Promise<readonly RefoldEvent[]> {
  const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const source = {
    name: "generated.jsonl",
    async *stream(start = 0) {
      yield bytes.subarray(start);
    },
    slice: async (start: number, end: number) => bytes.subarray(start, end),
  };
  const rollout = await openRollout(source, codexForm, { toolOutputLimit: POLICY });
  const events: RefoldEvent[] = [];
  for await (const event of rollout.source.read()) if (isKnownEvent(event)) events.push(event);
  return events;
}

function reconstructed({ ledger, baseline, turns }: ThreadState): Reconstruction {
  const settings = turns.previous;
  return {
    items: ledger.entries
      .toArray()
      .map(({ item }) => (item.type === "other" ? item.original : item)),
    baseline:
      baseline === null ? null : { turnId: baseline.foreignId, model: baseline.envelope.model },
    previousTurn:
      settings === null ? null : { model: settings.model, realtimeActive: settings.realtimeActive },
  };
}
