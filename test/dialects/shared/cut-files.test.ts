import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openForeign } from "../../../src/dialects/dialects.js";
import { memoryBytes } from "./memory-bytes.js";

const FIXTURES = ["clean.jsonl", "bare-2025.jsonl", "claude-code.jsonl", "pi-tree.jsonl"] as const;

/** A recorded session, with one object in each line. */
function fixture(name: string): Buffer {
  const path = fileURLToPath(new URL(`../../../fixtures/${name}`, import.meta.url));
  return Buffer.from(readFileSync(path, "utf8").replaceAll('"}{"', '"}\n{"'));
}

test("a file that is cut anywhere has one damaged place: its last line, which is torn", async () => {
  const property = fc.asyncProperty(fc.constantFrom(...FIXTURES), fc.nat(), async (name, pick) => {
    const bytes = fixture(name);
    const first = bytes.indexOf("\n") + 1;
    const cut = first + (pick % (bytes.length - first));
    const { rollout } = await openForeign(memoryBytes(bytes.subarray(0, cut)));
    await rollout.visit(() => undefined);
    const lineStart = bytes.lastIndexOf("\n", cut - 1) + 1;
    const isWhole = cut === lineStart || bytes[cut] === 0x0a;
    const torn = { byte: lineStart, bytes: cut - lineStart, reason: "torn" };
    expect({ name, cut, damage: rollout.damage() }).toMatchObject({
      damage: isWhole ? [] : [torn],
    });
  });
  await fc.assert(property, { numRuns: 150 });
});
