import { spawn } from "node:child_process";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { COMMAND_NAMES } from "../../src/cli/catalogue.js";
import { runProgram } from "../../src/cli/program.js";

const BIN = fileURLToPath(new URL("../../bin/refold.js", import.meta.url));

/** What a command did. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in this process: many at the cost of one. */
export async function callRefold(
  words: readonly string[],
  { home = "/nonexistent/refold-home" }: { readonly home?: string } = {},
): Promise<Ran> {
  const [stdout, stderr] = [gathered(), gathered()];
  const isHelp = words.includes("--help") || !COMMAND_NAMES.includes(words[0] ?? "");
  const homeWords =
    isHelp || ["models", "completion", "copy", "keep"].includes(words[0] ?? "")
      ? []
      : ["--home", home];
  const code = await runProgram([...words, ...homeWords], {
    stdout: stdout.stream,
    stderr: stderr.stream,
  });
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

function gathered() {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString("utf8") };
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
