import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "rolldown";
import { onTestFinished } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/**
 * Modules of src/ that no entry point exports, for a process of its own: compiled, each with what it
 * imports.
 *
 * @param modules source files by the name that each gets
 * @returns addresses by that name; the files are there until the test ends
 */
export async function bundled<const Name extends string>(
  modules: Readonly<Record<Name, string>>,
): Promise<(name: Name) => string> {
  mkdirSync(join(ROOT, "build"), { recursive: true });
  const dir = mkdtempSync(join(ROOT, "build/bundled-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  await build({
    cwd: ROOT,
    input: modules,
    platform: "node",
    // Helpers of the compiler are taken in: their ids begin with a zero.
    external: (id) => /^[^./\0]/.test(id) && !id.startsWith("@oxc-project/runtime"),
    tsconfig: "tsconfig.json",
    transform: { target: "node20.19" },
    output: { dir, entryFileNames: "[name].js" },
  });
  return (name) => new URL(`${name}.js`, `file://${dir}/`).href;
}
