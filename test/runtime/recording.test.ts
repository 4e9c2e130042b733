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
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(longTexts(), fc.string({ maxLength: 2000 })),
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
