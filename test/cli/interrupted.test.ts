import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { copyFileSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { bundled } from "../bundled.js";
import { temporaryHome } from "../store/jsonl/home.js";
import { callRefold } from "./run-refold.js";

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

const BIN = fileURLToPath(new URL("../../bin/refold.js", import.meta.url));

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s while a bundle is written takes the temporary store with it",
  async (signal) => {
    const { child, folder } = await halfRead();
    expect(readdirSync(folder)).toEqual([expect.stringContaining(`refold-${child.pid}-`)]);
    child.kill(signal);
    expect(await once(child, "exit")).toEqual([null, signal]);
    expect(readdirSync(folder)).toEqual([]);
  },
);

test("a bundle's reader that goes away takes the temporary store with it", async () => {
  const { child, folder } = await halfRead();
  child.stdout.destroy();
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(readdirSync(folder)).toEqual([]);
});

test("what a killed export leaves is named by doctor, and by no one while it lives", async () => {
  const { child, folder } = await halfRead();
  const [name = ""] = readdirSync(folder);
  expect(await doctor(folder)).toMatchObject({ findings: [] });
  child.kill("SIGKILL");
  await once(child, "exit");
  const path = join(folder, name);
  expect(await doctor(folder)).toMatchObject({
    findings: [{ kind: "leftover", severity: "warning", path, remedy: `rm -r ${path}` }],
  });
});

/** Several processors, and worker threads that stop for good where they make a temporary folder. */
const STOPPING = `
import fs from "node:fs";
import os from "node:os";
import { syncBuiltinESMExports } from "node:module";
import { isMainThread } from "node:worker_threads";
os.availableParallelism = () => 4;
const { mkdtempSync } = fs;
fs.mkdtempSync = (...asked) => {
  const made = mkdtempSync(...asked);
  if (isMainThread) return made;
  fs.writeSync(2, "made");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
};
syncBuiltinESMExports();
`;

test("a signal while threads check bundles takes their temporary stores with it", async () => {
  const home = temporaryHome();
  const folder = join(home, "tmp");
  mkdirSync(folder);
  const session = join(home, "session.jsonl");
  writeFileSync(session, sessionLines());
  const bundle = join(home, "one.bundle");
  const stopping = join(home, "stopping.mjs");
  writeFileSync(stopping, STOPPING);
  const env = { ...process.env, TMPDIR: folder, REFOLD_HOME: join(home, "store") };
  const made = spawn(
    process.execPath,
    [BIN, "export", session, "--format", "bundle", "-o", bundle],
    { env },
  );
  expect(await once(made, "exit")).toEqual([0, null]);
  truncateSync(bundle, 20_000_000); // worth a thread; what comes after its end is not reached
  const other = join(home, "other.bundle");
  copyFileSync(bundle, other);
  const child = spawn(process.execPath, ["--import", stopping, BIN, "check", bundle, other], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  expect(String(await once(child.stderr, "data"))).toContain("made");
  expect(readdirSync(folder)).toEqual([expect.stringContaining(`refold-${child.pid}-`)]);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([null, "SIGTERM"]);
  expect(readdirSync(folder)).toEqual([]);
});

/** An export of a bundle that does not go on, for nobody reads more of it than its beginning. */
async function halfRead() {
  const home = temporaryHome();
  const folder = join(home, "tmp");
  mkdirSync(folder);
  const session = join(home, "session.jsonl");
  writeFileSync(session, sessionLines());
  const child = spawn(process.execPath, [BIN, "export", session, "--format", "bundle"], {
    env: { ...process.env, TMPDIR: folder, REFOLD_HOME: join(home, "store") },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "readable");
  return { child, folder };
}

/** Of texts that no compression makes small enough for the pipes' buffers. */
function sessionLines(): string {
  const timestamp = "2026-04-01T12:00:00.000Z";
  const id = "019d4b2e-5a31-7c10-9f6e-0f6a4f1c2d3e";
  const started = { id, timestamp, cwd: "/project", originator: "codex_cli_rs" };
  const meta = { ...started, cli_version: "0.120.0", source: "cli", model_provider: "openai" };
  const said = Array.from({ length: 24 }, () => {
    const content = [{ type: "input_text", text: randomBytes(50_000).toString("base64") }];
    return {
      timestamp,
      type: "response_item",
      payload: { type: "message", role: "user", content },
    };
  });
  const lines = [{ timestamp, type: "session_meta", payload: meta }, ...said];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

async function doctor(folder: string): Promise<unknown> {
  vi.stubEnv("TMPDIR", folder);
  try {
    const { stdout } = await callRefold(["doctor", "--json"], { home: join(folder, "none") });
    return JSON.parse(stdout);
  } finally {
    vi.unstubAllEnvs();
  }
}
