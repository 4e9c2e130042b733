import { Writable } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openProgress } from "../../../src/cli/output/progress.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("work that ended while its bar was made shows none, also when other work has begun", async () => {
  let shown = "";
  const write = (text: Buffer, _encoding: string, done: () => void): void => {
    shown += text.toString();
    done();
  };
  const stream = Object.assign(new Writable({ write }), { isTTY: true, columns: 80 });
  const progress = openProgress(stream);
  progress.start("reading", 100);
  vi.advanceTimersByTime(1000); // the bar's library is being loaded
  progress.stop();
  progress.start("checking", 100);
  await vi.dynamicImportSettled();
  expect(shown).toBe("");
  progress.stop();
});
