import fc from "fast-check";
import { test } from "vitest";
import { z } from "zod";
import { defineEventType } from "../../../src/events/own-event.js";
import {
  isMarked,
  type PromptFragment,
  type SessionFragment,
  type TurnFragment,
} from "../../../src/runtime/fragments/fragment.js";
import type { StoreUnderTest } from "../../../src/testing/model/driven-thread.js";
import { runThreadCommands, threadCommands } from "../../../src/testing/model/thread-commands.js";
import {
  ownEvent,
  ownFragment,
  type OwnKit,
  ownSessionFragment,
} from "../../../src/testing/own-kit.js";

/** Tests that a thread over a store is what the reference says. @param open gives a new, empty one */
export function testThreads(
  open: () => StoreUnderTest | Promise<StoreUnderTest>,
  runs: { readonly plain: number; readonly own: number } = { plain: 30, own: 20 },
): void {
  test("does what the reference says, whatever is done in whatever order", async () => {
    await fc.assert(
      fc.asyncProperty(threadCommands(), async (commands) =>
        runThreadCommands(commands, await open()),
      ),
      { numRuns: runs.plain },
    );
  });

  test("keeps event types and fragments of your own to their laws", async () => {
    await fc.assert(
      fc.asyncProperty(threadCommands({ own }), async (commands) =>
        runThreadCommands(commands, await open(), { own }),
      ),
      { numRuns: runs.own },
    );
  });
}

const approvalGiven = defineEventType("approval.given", z.object({ tool: z.string() }));
const weather: SessionFragment = {
  ...{ kind: "weather", role: "user", lifetime: "session", facts: ["weather"] },
  recognise: isMarked({ open: "<weather>", close: "</weather>" }),
  render: ({ context }) =>
    context.facts?.weather === undefined
      ? null
      : `<weather>${JSON.stringify(context.facts.weather)}</weather>`,
  withdrawal: "<weather>unknown</weather>",
};
const hint: TurnFragment<string> = {
  ...{ kind: "hint", role: "developer", lifetime: "turn" },
  recognise: isMarked({ open: "<hint>", close: "</hint>" }),
  render: (text) => `<hint>${text}</hint>`,
};
const clock: PromptFragment<number> = {
  ...{ kind: "clock", role: "user", lifetime: "prompt" },
  recognise: isMarked({ open: "<clock>", close: "</clock>" }),
  render: (hour) => `<clock>${hour}</clock>`,
};
const own: OwnKit = {
  events: [ownEvent(approvalGiven)],
  fragments: [
    ownSessionFragment(weather, fc.record({ weather: fc.constantFrom("rain", "sun") })),
    ownFragment(hint, fc.string()),
    ownFragment(clock, fc.nat(23)),
  ],
};
