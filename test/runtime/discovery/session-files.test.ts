import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findSessionFiles } from "../../../src/runtime/discovery/session-files.js";
import { isSuperuser } from "../../is-superuser.js";
import { temporaryHome } from "../../store/jsonl/home.js";

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
