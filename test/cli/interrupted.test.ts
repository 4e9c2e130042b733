import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { bundled } from "../bundled.js";

/** A process with a bar on a stderr that says it is a terminal, and work that never ends. */
const work = (progress: string): string => `
import { openProgress } from ${JSON.stringify(progress)};
process.stderr.isTTY = true;
process.stderr.columns = 80;
const progress = openProgress(process.stderr);
progress.start("reading", 100);
setInterval(() => progress.update(50), 20);
`;
const HIDDEN = "\x1b[?25l";
const SHOWN = "\x1b[?25h";

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s while a bar is shown ends the process by it, and gives the cursor back",
  async (signal) => {
    const module = await bundled({ progress: "src/cli/output/progress.ts" });
    const script = work(module("progress"));
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let seen = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (!seen.includes("50%") && (seen + text).includes("50%")) child.kill(signal);
      seen += text;
    });
    expect(await once(child, "close")).toEqual([null, signal]);
    expect(seen).toContain(HIDDEN);
    expect(seen.lastIndexOf(SHOWN)).toBeGreaterThan(seen.lastIndexOf(HIDDEN));
  },
);
