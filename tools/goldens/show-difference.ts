import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A unified diff. Long lines of JSON are spread out, so that the difference is a line of its own. */
export function showDifference(before: string, after: string, maxLines = Infinity): string {
  const [spreadBefore, spreadAfter] = [spread(before), spread(after)];
  const diff =
    spreadBefore === spreadAfter ? unified(before, after) : unified(spreadBefore, spreadAfter);
  const lines = diff
    .split("\n")
    .map((line) => (line.length > 400 ? `${line.slice(0, 400)}…` : line));
  if (lines.length <= maxLines) return lines.join("\n");
  return `${lines.slice(0, maxLines).join("\n")}\n… ${lines.length - maxLines} more lines\n`;
}

function unified(before: string, after: string): string {
  const folder = mkdtempSync(join(tmpdir(), "refold-diff-"));
  try {
    writeFileSync(join(folder, "expected"), before);
    writeFileSync(join(folder, "today"), after);
    const { stdout } = spawnSync("git", ["diff", "--no-index", "expected", "today"], {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 1 << 30,
    });
    return stdout.slice(stdout.indexOf("---"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function spread(text: string): string {
  return text
    .split("\n")
    .map((line) => (line.length > 120 && /^[[{]/.test(line) ? spreadLine(line) : line))
    .join("\n");
}

function spreadLine(line: string): string {
  try {
    return JSON.stringify(JSON.parse(line), null, 1);
  } catch (error) {
    if (error instanceof SyntaxError) return line;
    throw error;
  }
}
