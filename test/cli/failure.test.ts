import { invalidArgument } from "../../src/errors.js";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { reportFailure } from "../../src/cli/failure.js";
import { openShell } from "../../src/cli/shell.js";
import { toFailure } from "../../src/ui/server/failures.js";

/** What is thrown where something fails, and closing what it was done with fails after it. */
async function failTwice(): Promise<unknown> {
  try {
    await using held = {
      write: () => Promise.reject(invalidArgument("taking the lease failed", "wait")),
      [Symbol.asyncDispose]: () => Promise.reject(invalidArgument("closing failed")),
    };
    await held.write();
  } catch (error) {
    return error;
  }
  return null;
}

test("a failure is told, on the page too, not that closing failed after it", async () => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const code = await reportFailure(
    await failTwice(),
    openShell({ stdout, stderr }, { debug: false, utc: true }),
  );
  stderr.end();
  expect(await text(stderr)).toBe("refold: taking the lease failed\nwait\n");
  expect(code).toBe(2);
  expect(toFailure(await failTwice())).toMatchObject({
    status: 400,
    body: { error: { code: "invalid-argument", message: "taking the lease failed" } },
  });
});
