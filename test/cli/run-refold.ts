import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const BIN = fileURLToPath(new URL("../../bin/refold.js", import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built command as a user does, with a home of its own. */
export function runRefold(
  words: readonly string[],
  { home, stopAfterBytes }: { readonly home?: string; readonly stopAfterBytes?: number } = {},
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, REFOLD_HOME: home ?? "/nonexistent/refold-home", NO_COLOR: "1" };
    const child = spawn(process.execPath, [BIN, ...words], { env });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let bytes = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      stdout.push(chunk);
      bytes += chunk.length;
      // A reader that has seen enough goes away, as `head` does.
      if (stopAfterBytes !== undefined && bytes >= stopAfterBytes) child.stdout.destroy();
    });
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      resolve({
        code,
        stdout: Buffer.concat(stdout).toString("utf8"),
        stderr: Buffer.concat(stderr).toString("utf8"),
      });
    });
  });
}
