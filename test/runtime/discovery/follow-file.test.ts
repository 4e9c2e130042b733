import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openSession } from "../../../src/runtime/discovery/open-session.js";
import { temporaryHome } from "../../store/jsonl/home.js";

const CLEAN = fileURLToPath(new URL("../../../fixtures/clean.jsonl", import.meta.url));

async function followed() {
  const path = join(temporaryHome(), "session.jsonl");
  copyFileSync(CLEAN, path);
  const stop = new AbortController();
  const session = await openSession(path);
  const events = session.follow({ from: 0, signal: stop.signal })[Symbol.asyncIterator]();
  return { path, stop, events };
}

test("who follows a file that goes is told that it is not there", async () => {
  const { path, events } = await followed();
  const seen = async () => {
    for (;;) {
      const { done } = await events.next();
      if (done === true) return;
      rmSync(path, { force: true });
    }
  };
  await expect(seen()).rejects.toMatchObject({ code: "file-not-found", path });
});

test("who stops following gets no more of what stands in the file", async () => {
  const { stop, events } = await followed();
  expect(await events.next()).toMatchObject({ done: false });
  stop.abort();
  expect(await events.next()).toMatchObject({ done: true });
});
