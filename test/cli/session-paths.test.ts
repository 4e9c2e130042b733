import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sessionPaths } from "../../src/cli/session-paths.js";
import { temporaryHome } from "../store/jsonl/home.js";

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

test("a pi home is named by its folder, the agent's, or that of the sessions", () => {
  const home = temporaryHome();
  const sessions = join(home, "agent", "sessions");
  mkdirSync(sessions, { recursive: true });
  expect(sessionPaths([], { pi: home })).toEqual([sessions]);
  expect(sessionPaths([], { pi: join(home, "agent") })).toEqual([sessions]);
  expect(sessionPaths([], { pi: sessions })).toEqual([sessions]);
});

test("a file after the option of a home is a session, and the home the usual one", () => {
  const file = join(temporaryHome(), "session.jsonl");
  writeFileSync(file, "");
  const [first, second] = sessionPaths([], { claude: file });
  expect(first).toBe(file);
  expect(second).toMatch(/projects$/);
});
