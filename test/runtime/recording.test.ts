import fc from "fast-check";
import { expect, test } from "vitest";
import { utf8Bytes } from "../../src/events/bytes.js";
import { countItemBytes } from "../../src/events/item-bytes.js";
import { openThread } from "../../src/runtime/open-thread.js";
import { recordItem } from "../../src/runtime/record-item.js";
import { memoryBlobs } from "../../src/store/blobs.js";
import { memoryStore } from "../../src/store/memory.js";
import { longTexts, pngBytes } from "../../src/testing/arbitraries/texts.js";

/** The longest marker that is where text was cut out. */
const MARKER_BYTES = 40;

test("law 4: an output is bounded when it is recorded, and its original can be had by its hash", async () => {
  const policies = fc.record({
    mode: fc.constantFrom("bytes" as const, "tokens" as const),
    limit: fc.nat(200),
  });
  // Up to three bytes a unit: what fits as units need not fit as bytes.
  const wideTexts = fc.string({
    unit: fc.constantFrom("漢", "é", "a"),
    maxLength: 400,
    size: "max",
  });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(longTexts(), fc.string({ maxLength: 2000 }), wideTexts),
      policies,
      async (output, policy) => {
        const blobs = memoryBlobs();
        const item = { type: "function_call_output", call_id: "c", output } as const;
        const recorded = await recordItem({ item, origin: "tool" }, policy, blobs);
        const kept = "output" in recorded.item ? String(recorded.item.output) : "";
        const room = Math.ceil(policy.limit * 1.2) * (policy.mode === "tokens" ? 4 : 1);
        expect(utf8Bytes(kept)).toBeLessThanOrEqual(room + MARKER_BYTES);
        if (recorded.bounded === undefined) expect(kept).toBe(output);
        else {
          const original = await blobs.get(recorded.bounded.original);
          expect(Buffer.from(output).equals(original)).toBe(true);
          expect(recorded.bounded).toMatchObject({ policy, originalBytes: original.length });
        }
        expect(recorded.countedBytes).toBe(countItemBytes(recorded.item));
      },
    ),
  );
});

test("law 4: the parts of an output are bounded together", async () => {
  const text = fc.string({
    unit: fc.constantFrom("漢", "é", "a"),
    maxLength: 200,
    size: "max",
  });
  const parts = fc.array(text, { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(parts, fc.integer({ min: 1, max: 300 }), async (texts, limit) => {
      const output = texts.map((text) => ({ type: "input_text" as const, text }));
      const item = { type: "function_call_output", call_id: "c", output } as const;
      const policy = { mode: "bytes", limit } as const;
      const recorded = await recordItem({ item, origin: "tool" }, policy, memoryBlobs());
      if (recorded.bounded === undefined) expect(recorded.item).toEqual(item);
      const left = Math.ceil(limit * 1.2) - utf8Bytes(texts.join(""));
      if (left !== 0) expect(recorded.bounded === undefined).toBe(left > 0);
      const kept = JSON.stringify("output" in recorded.item ? recorded.item.output : []);
      const empty = JSON.stringify(output.map((part) => ({ ...part, text: "" })));
      // What was cut or left out says so, once each.
      const room = Math.ceil(limit * 1.2) + 2 * MARKER_BYTES + utf8Bytes(empty) + empty.length;
      expect(utf8Bytes(kept)).toBeLessThanOrEqual(room);
    }),
  );
});

test("law 9: an image is stored once, instructions and tools once per change", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 2, max: 5 }),
      async (side, times) => {
        const store = memoryStore();
        const thread = await openThread({ store });
        const image_url = `data:image/png;base64,${Buffer.from(pngBytes(side, side)).toString("base64")}`;
        const context = {
          model: "m",
          instructions: "Be brief.",
          tools: [{ kind: "custom", name: "t" }],
        } as const;
        for (let round = 0; round < times; round += 1) {
          const turn = await thread.startTurn(context);
          await turn.recordUserInput([{ type: "input_image", image_url }]);
          await turn.complete();
        }
        const lines: string[] = [];
        for await (const event of store.read(thread.id)) lines.push(JSON.stringify(event));
        const log = lines.join("\n");
        expect(log).not.toContain(image_url);
        expect(log.split('"text":"Be brief."').length).toBe(2);
        expect(lines.filter((line) => line.includes('"type":"tools.declared"')).length).toBe(1);
        expect(new Set(log.match(/blob:sha256-[0-9a-f]{64}/g)).size).toBe(1);
      },
    ),
  );
});
