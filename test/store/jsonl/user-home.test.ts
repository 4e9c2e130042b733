import { userInfo } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { toolHome } from "../../../src/sessions/session-files.js";
import { homeText } from "../../../src/store/jsonl/home.js";

afterEach(() => void vi.unstubAllEnvs());

test("an empty HOME is none: homes are in the user's own folder, not where one stands", () => {
  for (const name of ["HOME", "REFOLD_HOME", "CODEX_HOME"]) vi.stubEnv(name, "");
  const { homedir } = userInfo();
  expect(homeText()).toBe(join(homedir, ".refold"));
  expect(toolHome("codex", true)).toBe(join(homedir, ".codex"));
});
