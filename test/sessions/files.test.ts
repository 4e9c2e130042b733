import { chmodSync, copyFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openSession } from "../../src/sessions/open-session.js";
import { findSessionFiles } from "../../src/sessions/session-files.js";
import { isSuperuser } from "../is-superuser.js";
import { temporaryHome } from "../store/jsonl/home.js";

test("links to folders are not followed, even one that leads back; links to files are", () => {
  const folder = temporaryHome();
  const path = join(folder, "one.jsonl");
  writeFileSync(path, "{}\n");
  symlinkSync(folder, join(folder, "again"));
  symlinkSync(folder, join(folder, "folder.jsonl"));
  symlinkSync(path, join(folder, "two.jsonl"));
  const { files, unread } = findSessionFiles([folder]);
  expect(files.map((file) => file.path)).toEqual([path, join(folder, "two.jsonl")]);
  expect(unread).toEqual([]);
});

test.skipIf(isSuperuser())("a folder that is closed to us hides only what is in it", () => {
  const folder = temporaryHome();
  const [open, closed] = [join(folder, "open"), join(folder, "closed")];
  for (const path of [open, closed]) {
    mkdirSync(path);
    writeFileSync(join(path, "one.jsonl"), "{}\n");
  }
  chmodSync(closed, 0);
  const { files, unread } = findSessionFiles([folder]);
  chmodSync(closed, 0o700);
  expect(files.map(({ path }) => path)).toEqual([join(open, "one.jsonl")]);
  expect(unread).toMatchObject([{ path: closed, error: { code: "no-permission" } }]);
});

const CLEAN = fileURLToPath(new URL("../../fixtures/clean.jsonl", import.meta.url));

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
  await expect(seen()).rejects.toMatchObject({ code: "file-not-found", details: { path } });
});

test("who stops following gets no more of what stands in the file", async () => {
  const { stop, events } = await followed();
  expect(await events.next()).toMatchObject({ done: false });
  stop.abort();
  expect(await events.next()).toMatchObject({ done: true });
});
