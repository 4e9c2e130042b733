import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeFolders } from "../../../src/store/jsonl/file-system.js";
import { temporaryHome } from "./home.js";

const names = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 4 });

describe("making folders", () => {
  test("makes those that are missing, with the mode, and tells the topmost that it made", () => {
    const property = fc.property(names, names, (there, wanted) => {
      const home = temporaryHome();
      mkdirSync(join(home, ...there), { recursive: true });
      const path = join(home, ...wanted);
      const missing = wanted
        .map((_, index) => join(home, ...wanted.slice(0, index + 1)))
        .filter((folder) => !existsSync(folder));
      expect(makeFolders(path, 0o700)).toBe(missing[0]);
      expect(missing.map((folder) => statSync(folder).mode & 0o777)).toEqual(
        missing.map(() => 0o700),
      );
      expect(statSync(path).isDirectory()).toBe(true);
    });
    fc.assert(property, { numRuns: 50 });
  });

  test("a file in the way is refused, and nothing is made", () => {
    const file = join(temporaryHome(), "file");
    writeFileSync(file, "");
    expect(() => makeFolders(file, 0o700)).toThrow("EEXIST");
    expect(() => makeFolders(join(file, "a", "b"), 0o700)).toThrow("ENOTDIR");
  });

  test.runIf(existsSync("/proc/self"))(
    "a folder that takes no names is refused, and it ends",
    () => {
      expect(() => makeFolders("/proc/refold/threads", 0o700)).toThrow("ENOENT");
      expect(existsSync(dirname("/proc/refold/threads"))).toBe(false);
    },
  );
});
