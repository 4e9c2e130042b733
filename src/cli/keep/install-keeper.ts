import { resolve } from "node:path";
import { HOME_TOOLS, type ToolHomes } from "../../sessions/session-files.js";
import type { Shell } from "../shell.js";
import type { AlarmOptions } from "./keep-alarms.js";
import { HOME_VARIABLES, installKeeper, removeKeeper, serviceWords } from "./keeper-service.js";

/** The options that a service is run with. */
export interface ServiceOptions extends ToolHomes, AlarmOptions {
  /** In milliseconds. */
  readonly every: number;
  readonly to?: string;
}

/** `refold keep --install`: what was asked for, with `--watch`, by the service manager. */
export async function installKeep(
  folders: readonly string[],
  options: ServiceOptions,
  shell: Shell,
): Promise<void> {
  const named = HOME_VARIABLES.flatMap((name) => {
    const value = process.env[name];
    return value ? [[name, isAddress(value) ? value : resolve(value)] as const] : [];
  });
  const words = keepWords(folders, options);
  const service = await installKeeper({ words, environment: Object.fromEntries(named) });
  shell.output.text([...serviceWords(service), `it runs: refold ${words.join(" ")}`]);
}

/** `refold keep --uninstall`. */
export async function uninstallKeeper(shell: Shell): Promise<void> {
  const removed = await removeKeeper();
  if (removed === null) shell.output.text("nothing to undo: refold keep --install was not used");
  else shell.output.text(`ended and removed: ${removed.path}; what was kept stays`);
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
