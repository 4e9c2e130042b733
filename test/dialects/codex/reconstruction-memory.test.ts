import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import type { LineRole } from "../../../src/dialects/codex/line-meaning.js";
import { Reconstruction } from "../../../src/dialects/codex/reconstruction/reconstruction.js";

const LINES = 200_000;
const CALL: LineRole = {
  kind: "item",
  boundary: false,
  item: { type: "function_call", name: "ls", arguments: "{}", call_id: "a" },
};

function usedBytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc()");
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

test("of a line of a turn nothing but a few numbers is kept, however many there are", () => {
  const before = usedBytes();
  const reconstruction = new Reconstruction(false);
  reconstruction.next({ kind: "started", turnId: "t" });
  for (let line = 1; line < LINES; line += 1) reconstruction.next(CALL);
  expect((usedBytes() - before) / LINES).toBeLessThan(16);
  expect(reconstruction.next(CALL).own).toBe("folded"); // it is still in use
});
