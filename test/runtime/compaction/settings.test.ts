import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compactionSettings } from "../../../src/runtime/compaction/settings.js";
import { openLog, openThread, resumeThread } from "../../../src/runtime/open-thread.js";
import { memoryStore } from "../../../src/store/memory.js";
import { failureOf } from "../turns-in-memory.js";

/** Settings that no compaction could read, and what is wrong. */
const WRONG: readonly (readonly [object, string])[] = [
  [{ limits: { compactAt: -1 } }, "limits.compactAt"],
  [{ limits: { compactAt: 1.5 } }, "limits.compactAt"],
  [{ limits: { compactAt: NaN } }, "limits.compactAt"],
  [{ limits: { compactAt: "much" } }, "limits.compactAt"],
  [{ limits: { keptMessages: -1 } }, "limits.keptMessages"],
  [{ limits: { compactAtByModel: { "gpt-5.5": -3 } } }, "limits.compactAtByModel.gpt-5.5"],
  [{ strategy: "none" }, "strategy"],
  [{ strategy: { keepOutputs: -1 } }, "strategy.keepOutputs"],
  [{ strategy: { templates: { prompt: 5 } } }, "strategy.templates.prompt"],
  [[], "what configures a thread"],
];

describe("settings of compactions", () => {
  test("in another form are refused by name, and nothing is written", async () => {
    const thread = await openThread({ store: memoryStore() });
    const { head } = thread.state.log;
    for (const [wrong, name] of WRONG) {
      const refusal = await failureOf(thread.configure(wrong));
      expect(refusal.code).toBe("invalid-argument");
      expect(refusal.message).toContain(name);
    }
    expect(thread.state.log.head).toBe(head);
  });

  test("are acknowledged if, and only if, compactions can read them", async () => {
    const number = fc.oneof(
      fc.integer(),
      fc.double({ noDefaultInfinity: true, noNaN: true }),
      fc.constantFrom(null, undefined, "9", -0),
    );
    const limits = fc.record(
      {
        compactAt: number,
        keptMessages: number,
        compactAtByModel: fc.dictionary(fc.string(), number),
      },
      { requiredKeys: [] },
    );
    const strategy = fc.oneof(
      fc.constantFrom("auto", "summary", "none", 5, null),
      fc.record(
        { keepOutputs: number, templates: fc.record({ prompt: number }) },
        { requiredKeys: [] },
      ),
    );
    const settings = fc.record({ limits, strategy }, { requiredKeys: [] });
    const property = fc.asyncProperty(
      settings,
      async (wanted: Readonly<Record<string, unknown>>) => {
        const store = memoryStore();
        const thread = await openThread({ store });
        const acknowledged = await thread.configure(wanted).then(
          () => true,
          () => false,
        );
        await thread.close();
        const log = await openLog(thread.id, { store });
        await log.commit(() => ({ facts: [{ type: "thread.configured", data: wanted }] }));
        const reading = (): unknown => compactionSettings(log.state);
        if (acknowledged) expect(reading).not.toThrow();
        else expect(reading).toThrow("is configured in another form");
      },
    );
    await fc.assert(property, { numRuns: 200 });
  });

  test("that an earlier version recorded in another form are refused where they are read", async () => {
    const store = memoryStore();
    const thread = await openThread({ store });
    await thread.close();
    const log = await openLog(thread.id, { store });
    const data = { limits: { compactAt: "much" } };
    await log.commit(() => ({ facts: [{ type: "thread.configured", data }] }));
    const again = await resumeThread(thread.id, { store });
    await expect(again.compact()).rejects.toMatchObject({ code: "invalid-argument" });
  });
});
