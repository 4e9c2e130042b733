import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sessionPaths } from "../../../src/cli/commands/stats.js";
import { temporaryHome } from "../../store/jsonl/home.js";

test("the sessions of a Codex home are those that are archived too, or all that lie in the folder", () => {
  const codex = temporaryHome();
  expect(sessionPaths([], { codex })).toEqual([codex]);
  mkdirSync(join(codex, "archived_sessions"));
  expect(sessionPaths([], { codex })).toEqual([join(codex, "archived_sessions")]);
  mkdirSync(join(codex, "sessions"));
  const both = [join(codex, "sessions"), join(codex, "archived_sessions")];
  expect(sessionPaths([], { codex })).toEqual(both);
});

test("a store in which nothing was recorded yet has no sessions", () => {
  const home = temporaryHome();
  expect(sessionPaths([], { home })).toEqual([]);
  mkdirSync(join(home, "threads"));
  expect(sessionPaths([], { home })).toEqual([join(home, "threads")]);
});
