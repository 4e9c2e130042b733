import type * as Files from "node:fs";
import { lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { homeEntries } from "../../../../src/store/jsonl/checkup/check-home.js";
import { systemError } from "../../../../src/testing/faulty-file-system.js";
import { temporaryHome } from "../home.js";

vi.mock("node:fs", { spy: true });
afterEach(() => {
  vi.mocked(lstatSync).mockReset();
});

// Root may look everywhere, so the system's refusal is put in its place.
test.each(["EACCES", "ENOTDIR"])(
  "what cannot be looked at (%s) hides only itself",
  async (code) => {
    const home = temporaryHome();
    for (const folder of ["a", "closed", "z"]) {
      mkdirSync(join(home, folder));
      writeFileSync(join(home, folder, "file"), "");
    }
    const closed = join(home, "closed", "file");
    const { lstatSync: look } = await vi.importActual<typeof Files>("node:fs");
    vi.mocked(lstatSync).mockImplementation((path, options) => {
      if (path === closed) throw systemError(code, "lstat", closed);
      return look(path, options);
    });
    const paths = Array.from(homeEntries(home), ({ path }) => path.slice(home.length));
    expect(paths).toEqual(["", "/a", "/a/file", "/closed", "/z", "/z/file"]);
  },
);
