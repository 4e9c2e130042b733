import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openForeign } from "../../../src/dialects/dialects.js";
import { memoryBytes } from "./memory-bytes.js";

const CHUNK_BYTES = 1 << 12;
/** So much is looked at first. */
const FIRST_LOOK_BYTES = 1 << 16;

test.each(["clean", "claude-code", "pi-linear"])(
  "whichever dialect %s is of, the beginning of its file is read once to tell",
  async (name) => {
    const session = readFileSync(new URL(`../../../fixtures/${name}.jsonl`, import.meta.url));
    const [line = ""] = session.toString("utf8").trimEnd().split("\n").slice(-1);
    const long = `${session.toString("utf8").trimEnd()}\n${`${line}\n`.repeat(1_000)}`;
    let readBytes = 0;
    const source = memoryBytes(long, CHUNK_BYTES);
    const { rollout } = await openForeign({
      ...source,
      async *stream(start) {
        for await (const chunk of source.stream(start)) {
          readBytes += chunk.length;
          yield chunk;
        }
      },
    });
    expect(rollout.recognition.reason).toContain("line 1 ");
    expect(long.length).toBeGreaterThan(FIRST_LOOK_BYTES);
    expect(readBytes).toBeLessThanOrEqual(FIRST_LOOK_BYTES + 2 * CHUNK_BYTES);
  },
);

test("the first line that only one dialect has tells what a file is, whatever follows", async () => {
  const session = readFileSync(
    new URL("../../../fixtures/pi-linear.jsonl", import.meta.url),
    "utf8",
  );
  const bareItem = `{"type":"custom_tool_call","call_id":"c","name":"n","input":""}\n`;
  const { rollout } = await openForeign(memoryBytes(session + bareItem, CHUNK_BYTES));
  expect(rollout.recognition.dialect).toBe("pi");
});
