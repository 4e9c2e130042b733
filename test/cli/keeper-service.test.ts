import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { launchdAgent, systemdUnit } from "../../src/cli/keep/keeper-service.js";
import { temporaryHome } from "../store/jsonl/home.js";

const BIN = fileURLToPath(new URL("../../bin/refold.js", import.meta.url));
const ODD = `a "b" \\c %d $HOME 'e' <f> & ü`;
const COMMAND = { words: ["keep", ODD], environment: { CODEX_HOME: `/x ${ODD}` } };

/** A machine whose service manager writes down what it is asked. */
function machine(answers: string) {
  const folder = temporaryHome();
  const [bin, config, codex] = [join(folder, "bin"), join(folder, "config"), join(folder, "codex")];
  for (const path of [bin, join(codex, "sessions")]) mkdirSync(path, { recursive: true });
  const log = join(folder, "asked");
  writeFileSync(join(bin, "systemctl"), `#!/bin/sh\necho "$*" >> "${log}"\n${answers}\n`);
  chmodSync(join(bin, "systemctl"), 0o755);
  const env = {
    PATH: bin,
    HOME: folder,
    XDG_CONFIG_HOME: config,
    REFOLD_HOME: join(folder, "home"),
  };
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [BIN, "keep", ...words], { env, cwd: folder, encoding: "utf8" });
  const unit = join(config, "systemd", "user", "refold-keep.service");
  return { run, unit, codex, asked: () => (existsSync(log) ? readFileSync(log, "utf8") : "") };
}

const isLinux = process.platform === "linux";

test.skipIf(!isLinux)("install writes a unit, starts it and says so; uninstall undoes it", () => {
  const { run, unit, asked, codex } = machine("exit 0");
  const installed = run("--install", "--codex", "codex", "--every", "5m", "--notify", "say 'x'");
  expect(installed).toMatchObject({ status: 0, stderr: "" });
  expect(installed.stdout).toContain(`written: ${unit}`);
  expect(installed.stdout).toContain("to undo it: refold keep --uninstall");
  const text = readFileSync(unit, "utf8");
  expect(text).toContain(`"keep" "--codex" "${codex}" "--watch" "--every" "300s"`);
  expect(text).toContain(`"--notify" "say 'x'"`);
  expect(text).toMatch(/^Environment="REFOLD_HOME=.*home"$/m);
  expect(asked().split("\n").slice(1, 4)).toEqual([
    "--user daemon-reload",
    "--user enable refold-keep.service",
    "--user restart refold-keep.service",
  ]);
  const removed = run("--uninstall");
  expect(removed).toMatchObject({ status: 0, stderr: "" });
  expect(existsSync(unit)).toBe(false);
  expect(asked()).toContain("--user disable --now refold-keep.service");
  expect(run("--uninstall").stdout).toContain("nothing to undo");
});

test.skipIf(!isLinux)("where no service manager serves the user, nothing is written", () => {
  const { run, unit } = machine("exit 1");
  const { status, stderr } = run("--install", "--codex", "codex");
  expect(status).toBe(1);
  expect(stderr).toContain("neither systemd nor launchd runs services for this user");
  expect(existsSync(unit)).toBe(false);
});

test.skipIf(!isLinux)("what the service manager refuses is told in its words", () => {
  const { run } = machine('case "$*" in *restart*) echo "no such luck" >&2; exit 1;; esac');
  const { status, stderr } = run("--install", "--codex", "codex");
  expect(status).toBe(1);
  expect(stderr).toContain("no such luck");
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

test.skipIf(!hasSystemd)("systemd takes the unit, whatever paths are called", () => {
  const folder = temporaryHome();
  const path = join(folder, "refold-keep.service");
  writeFileSync(path, systemdUnit([process.execPath, ODD], COMMAND));
  const { stderr, status } = spawnSync("systemd-analyze", ["--user", "verify", path], {
    env: { ...process.env, XDG_RUNTIME_DIR: folder },
    encoding: "utf8",
  });
  expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
});

test("a launchd agent holds each word as it is", () => {
  const agent = launchdAgent(["node", ODD], COMMAND);
  const strings = [...agent.matchAll(/<string>(.*?)<\/string>/g)].map(([, text = ""]) =>
    text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"),
  );
  expect(strings.slice(0, 6)).toEqual(["refold-keep", "node", ODD, "keep", ODD, `/x ${ODD}`]);
});
