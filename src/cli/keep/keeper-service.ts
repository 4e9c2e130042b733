import { spawn } from "node:child_process";
import { existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join, resolve } from "node:path";
import { RefoldError } from "../../errors.js";
import { HOME_TOOLS, type ToolHomes } from "../../sessions/session-files.js";
import { userHome } from "../../store/jsonl/home.js";
import type { Shell } from "../shell.js";
import type { AlarmOptions } from "./keep-alarms.js";

/** What runs `refold keep --watch` for a user from now on. */
export interface KeeperService {
  readonly manager: "systemd" | "launchd";
  /** The file that says so to the manager. */
  readonly path: string;
}

/** What the service runs. */
export interface KeeperCommand {
  /** The words after `refold`, paths absolute. */
  readonly words: readonly string[];
  /** Variables that name homes and are set now: the service has none of the shell's own. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Variables that say where homes are. */
const HOME_VARIABLES = [
  "REFOLD_HOME",
  "CODEX_HOME",
  "CLAUDE_CONFIG_DIR",
  "PI_CODING_AGENT_DIR",
] as const;

const LABEL = "refold-keep";

/** The options that a service is run with. */
export interface ServiceOptions extends ToolHomes, AlarmOptions {
  /** In milliseconds. */
  readonly every: number;
  readonly to?: string;
}

/**
 * `refold keep --install`: what was asked for, with `--watch`, by the service manager. A service that is there
 * is replaced.
 * @throws {RefoldError} `no-service-manager`: neither systemd nor launchd serves this user
 * @throws {RefoldError} `service-failed`: the manager refused it
 */
export async function installKeeper(
  folders: readonly string[],
  options: ServiceOptions,
  shell: Shell,
): Promise<void> {
  const named = HOME_VARIABLES.flatMap((name) => {
    const value = process.env[name];
    return value ? [[name, isAddress(value) ? value : resolve(value)] as const] : [];
  });
  const words = keepWords(folders, options);
  const service = await findManager();
  await startService(service, { words, environment: Object.fromEntries(named) });
  shell.output.text([...serviceWords(service), `it runs: refold ${words.join(" ")}`]);
}

async function startService(
  { manager, path }: KeeperService,
  command: KeeperCommand,
): Promise<void> {
  const program = programWords();
  mkdirSync(dirname(path), { recursive: true });
  if (manager === "systemd") {
    writeFileSync(path, systemdUnit(program, command));
    await managed("systemctl", ["--user", "daemon-reload"]);
    await managed("systemctl", ["--user", "enable", `${LABEL}.service`]);
    await managed("systemctl", ["--user", "restart", `${LABEL}.service`]);
  } else {
    await run("launchctl", ["bootout", `${launchdDomain()}/${LABEL}`]); // an older one, if there is one
    writeFileSync(path, launchdAgent(program, command));
    await managed("launchctl", ["bootstrap", launchdDomain(), path]);
  }
}

/** `refold keep --uninstall`: stops the service and removes its file. What it kept stays. */
export async function uninstallKeeper(shell: Shell): Promise<void> {
  const { manager, path } = await findManager();
  if (!existsSync(path)) {
    shell.output.text("nothing to undo: refold keep --install was not used");
    return;
  }
  if (manager === "systemd") {
    await managed("systemctl", ["--user", "disable", "--now", `${LABEL}.service`]);
    rmSync(path);
    await managed("systemctl", ["--user", "daemon-reload"]);
  } else {
    await run("launchctl", ["bootout", `${launchdDomain()}/${LABEL}`]); // it may have ended
    rmSync(path);
  }
  shell.output.text(`ended and removed: ${path}; what was kept stays`);
}

function isAddress(home: string): boolean {
  return /^[a-z]+:\/\//i.test(home);
}

/** The same command with `--watch`, from any folder. */
function keepWords(folders: readonly string[], options: ServiceOptions): readonly string[] {
  const { to, every, growthLimit, diskLimit, costLimit, notify, prices } = options;
  const homes = HOME_TOOLS.flatMap((tool) => {
    const asked = options[tool];
    if (asked === undefined) return [];
    return asked === true ? [`--${tool}`] : [`--${tool}`, resolve(asked)];
  });
  return [
    "keep",
    ...folders.map((folder) => resolve(folder)),
    ...homes,
    "--watch",
    ...["--every", `${Math.round(every / 1000)}s`],
    ...["--growth-limit", String(growthLimit)],
    ...["--disk-limit", String(diskLimit)],
    ...["--cost-limit", String(costLimit)],
    ...(to === undefined ? [] : ["--to", resolve(to)]),
    ...(prices === undefined ? [] : ["--prices", resolve(prices)]),
    ...(notify === undefined ? [] : ["--notify", notify]),
  ];
}

/** How a person looks at the service, and how it is undone. */
function serviceWords({ manager, path }: KeeperService): readonly string[] {
  const look =
    manager === "systemd"
      ? `systemctl --user status ${LABEL}; journalctl --user -u ${LABEL}`
      : `launchctl print ${launchdDomain()}/${LABEL}; the log is ${launchdLog()}`;
  const whenWords =
    manager === "systemd"
      ? "while you are logged in (always: loginctl enable-linger)"
      : "while you are logged in";
  return [
    `written: ${path}`,
    `${manager} runs it now, and ${whenWords}`,
    `to look at it: ${look}`,
    "to undo it: refold keep --uninstall",
  ];
}

async function findManager(): Promise<KeeperService> {
  if (process.platform === "darwin") {
    const path = join(userHome(), "Library", "LaunchAgents", `${LABEL}.plist`);
    return { manager: "launchd", path };
  }
  const isServed =
    process.platform === "linux" && (await run("systemctl", ["--user", "show-environment"])).isDone;
  if (!isServed) throw noServiceManager();
  const { XDG_CONFIG_HOME } = process.env;
  const config = XDG_CONFIG_HOME || join(userHome(), ".config");
  return { manager: "systemd", path: join(config, "systemd", "user", `${LABEL}.service`) };
}

/** What starts this program again. */
function programWords(): readonly string[] {
  const [, script = ""] = process.argv;
  return [process.execPath, realpathSync(script)];
}

/** A unit for systemd: at rest it costs next to nothing, and gives way to all others when it works. */
export function systemdUnit(program: readonly string[], command: KeeperCommand): string {
  const environment = Object.entries(command.environment).map(
    ([name, value]) => `Environment=${systemdQuoted(`${name}=${value}`, "environment")}\n`,
  );
  const words = [...program, ...command.words].map((word) => systemdQuoted(word, "command"));
  return `[Unit]
Description=refold keep: every generation of the sessions of coding agents

[Service]
ExecStart=${words.join(" ")}
${environment.join("")}Restart=on-failure
RestartSec=60
Nice=10
IOSchedulingClass=idle
UMask=0077

[Install]
WantedBy=default.target
`;
}

/** systemd.service(5): quotes, backslashes, specifiers; variables are expanded in commands only. */
function systemdQuoted(text: string, where: "command" | "environment"): string {
  const escaped = text
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("%", "%%")
    .replaceAll("\n", "\\n");
  return `"${where === "command" ? escaped.replaceAll("$", "$$$$") : escaped}"`;
}

/** An agent for launchd. */
export function launchdAgent(program: readonly string[], command: KeeperCommand): string {
  const words = [...program, ...command.words].map((word) => `    <string>${xml(word)}</string>\n`);
  const environment = Object.entries(command.environment).map(
    ([name, value]) => `    <key>${xml(name)}</key>\n    <string>${xml(value)}</string>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${words.join("")}  </array>
  <key>EnvironmentVariables</key>
  <dict>
${environment.join("")}  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ThrottleInterval</key>
  <integer>60</integer>
  <key>ProcessType</key>
  <string>Background</string>
  <key>Umask</key>
  <integer>63</integer>
  <key>StandardOutPath</key>
  <string>${xml(launchdLog())}</string>
  <key>StandardErrorPath</key>
  <string>${xml(launchdLog())}</string>
</dict>
</plist>
`;
}

function launchdDomain(): string {
  return `gui/${userInfo().uid}`;
}

function launchdLog(): string {
  return join(userHome(), "Library", "Logs", `${LABEL}.log`);
}

function xml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

interface Ran {
  readonly isDone: boolean;
  readonly said: string;
}

async function managed(program: string, words: readonly string[]): Promise<void> {
  const { isDone, said } = await run(program, words);
  if (!isDone) throw serviceFailed([program, ...words].join(" "), said);
}

/** Runs a program of the system; one that is not there is not done. */
function run(program: string, words: readonly string[]): Promise<Ran> {
  const child = spawn(program, words, { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  return new Promise((resolve) => {
    child.on("error", ({ message }) => resolve({ isDone: false, said: message }));
    child.on("close", (code) => resolve({ isDone: code === 0, said: said.trim() }));
  });
}

function noServiceManager(): RefoldError<"no-service-manager"> {
  const text = {
    message: "neither systemd nor launchd runs services for this user",
    remedy: "Run refold keep --watch yourself, or refold keep from cron.",
  };
  return new RefoldError("no-service-manager", {}, text);
}

function serviceFailed(command: string, said: string): RefoldError<"service-failed"> {
  const text = {
    message: `${command} failed${said === "" ? "" : `: ${said}`}`,
    remedy: "refold keep --uninstall removes what was written.",
  };
  return new RefoldError("service-failed", { command }, text);
}
