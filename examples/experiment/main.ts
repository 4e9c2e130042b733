/**
 * Runs the plan beside this file, over a recorded session of the fixtures, in a home of its own: once
 * without going on, once as the session went on. Its tables are in README.md; `--write` puts them
 * there anew.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url)); // of build/examples/experiment
const PLAN = "examples/experiment/truncation.yaml";
const README = join(ROOT, "examples/experiment/README.md");
const EXAMPLE = /```\n\$ npx refold (.+)\n[\s\S]*?```/g;

const home = mkdtempSync(join(tmpdir(), "refold-experiment-"));
try {
  const readme = readFileSync(README, "utf8");
  const shown = readme.replaceAll(EXAMPLE, (_example, words: string) => {
    const output = refold(words.split(" "));
    console.log(`$ npx refold ${words}\n${output}`);
    return `\`\`\`\n$ npx refold ${words}\n${output}\`\`\``;
  });
  if (!shown.includes(PLAN)) throw new Error(`README.md does not run ${PLAN}`);
  if (process.argv.includes("--write")) writeFileSync(README, shown);
  else if (shown !== readme) {
    console.log("FAIL README.md shows other tables: run it with --write");
    process.exitCode = 1;
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}

function refold(words: readonly string[]): string {
  const env = { ...process.env, REFOLD_HOME: home, NO_COLOR: "1" };
  const command = [join(ROOT, "bin/refold.js"), ...words];
  const ran = spawnSync(process.execPath, command, { cwd: ROOT, env, encoding: "utf8" });
  if (ran.status !== 0) throw new Error(`refold ${words.join(" ")} failed: ${ran.stderr}`);
  return ran.stdout;
}
