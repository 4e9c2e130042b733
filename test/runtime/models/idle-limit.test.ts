import { expect, test } from "vitest";
import { openaiResponsesModel } from "../../../src/runtime/models/openai-models.js";
import { withIdleLimit } from "../../../src/runtime/models/sdk-model.js";

const LIMIT = { provider: "anyone", timeoutMs: 20 };
const never = new AbortController().signal;

/** Opens a stream of these chunks, which then ends, or says nothing more. */
function stream(chunks: readonly string[], end: "ends" | "hangs") {
  let signal: AbortSignal | undefined;
  const open = async function* (given: AbortSignal) {
    signal = given;
    yield* chunks;
    if (end === "hangs") await new Promise<never>(() => undefined);
  };
  return { open, isGivenUp: () => signal?.aborted };
}

test("a stream that says nothing for too long is an interruption, and its request is given up", async () => {
  const { open, isGivenUp } = stream(["a", "b"], "hangs");
  const seen: unknown[] = [];
  const reading = async () => {
    for await (const chunk of withIdleLimit(open, never, LIMIT)) seen.push(chunk);
  };
  await expect(reading()).rejects.toMatchObject({ code: "stream-interrupted" });
  expect(seen).toEqual(["a", "b"]);
  expect(isGivenUp()).toBe(true);
});

test("a request is given up when its reader goes away", async () => {
  const { open, isGivenUp } = stream(["a", "b"], "hangs");
  for await (const chunk of withIdleLimit(open, never, LIMIT)) {
    expect(chunk).toBe("a");
    expect(isGivenUp()).toBe(false);
    break;
  }
  expect(isGivenUp()).toBe(true);
});

test("a limit that is no number is refused", () => {
  const client = { responses: { create: () => Promise.reject(new Error("not sent")) } };
  const model = () => openaiResponsesModel({ client, model: "m", idleTimeoutMs: NaN });
  expect(model).toThrow(expect.objectContaining({ code: "invalid-argument" }));
});
