import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";

/**
 * A folder for what tests write. It goes after each file of tests: other modules are loaded once for all
 * files of a process, this one (a setup file) before each.
 */
export const folder = join(tmpdir(), `refold-cli-${process.pid}`);

beforeAll(() => void mkdirSync(folder, { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
