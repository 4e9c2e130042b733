import { type Command, InvalidArgumentError, Option } from "commander";
import { spawn } from "node:child_process";
import { type Alarm, type AlarmLimits, alarmWords, DEFAULT_LIMITS } from "../../vault/alarms.js";
import type { KeepReport } from "../../vault/keep-files.js";
import type { Vault } from "../../vault/vault.js";
import { sizeOption } from "../options.js";
import { openPrices, type PricesOption } from "../prices.js";
import type { Shell } from "../shell.js";

/** What `declareAlarms` adds to a command's options. */
export interface AlarmOptions extends PricesOption {
  readonly growthLimit: number;
  readonly diskLimit: number;
  readonly costLimit: number;
  readonly notify?: string;
}

/** The options that say from where on something is told, and to whom. */
export function declareAlarms(command: Command): Command {
  const { hourlyBytes, diskHours, cacheBreakUsd } = DEFAULT_LIMITS;
  const growth = new Option(
    "--growth-limit <size>",
    "alarm: a file grows by more in an hour (500KB, 100MB, 2GB)",
  );
  return command
    .addOption(growth.argParser(sizeOption).default(hourlyBytes, `${hourlyBytes / 2 ** 20}MB`))
    .option("--disk-limit <hours>", "alarm: a disk is full before", numberOption, diskHours)
    .option(
      "--cost-limit <usd>",
      "alarm: a session's cache breaks cost more",
      numberOption,
      cacheBreakUsd,
    )
    .option("--notify <command>", "run this for alarms, with them as JSON on its input");
}

function numberOption(text: string): number {
  const number = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : NaN;
  if (number >= 0) return number;
  throw new InvalidArgumentError("A limit is a number from 0.");
}

function limitsOf({ growthLimit, diskLimit, costLimit }: AlarmOptions): AlarmLimits {
  return { hourlyBytes: growthLimit, diskHours: diskLimit, cacheBreakUsd: costLimit };
}

/** @returns what looks for alarms after a pass, and tells them */
export async function openAlarms(vault: Vault, options: AlarmOptions, shell: Shell) {
  const { AlarmWatch } = await import("../../vault/alarm-watch.js");
  const { priceOf } = await openPrices(options);
  const watch = new AlarmWatch(vault, limitsOf(options), priceOf);
  return async (report: KeepReport): Promise<void> => {
    const now = Date.now();
    const alarms = await watch.after(report, now);
    if (alarms.length === 0) return;
    for (const alarm of alarms) shell.messages.text(`refold: alarm: ${alarmWords(alarm)}`);
    if (options.notify === undefined) return;
    const problem = await notify(options.notify, toJson(alarms, { vault, now }));
    if (problem !== null) shell.messages.text(`refold: --notify: ${problem}`);
  };
}

function toJson(
  alarms: readonly Alarm[],
  { vault, now }: { readonly vault: Vault; readonly now: number },
) {
  return {
    at: new Date(now).toISOString(),
    vault: vault.folder,
    alarms: alarms.map((alarm) => ({ ...alarm, text: alarmWords(alarm) })),
  };
}

/** A command that takes longer is ended: the next look waits for it. */
const NOTIFY_MS = 30_000;

/**
 * Runs a command as a shell would, as its owner wrote it: what sessions and files are called is only in its
 * input. @returns what went wrong; null: nothing
 */
function notify(command: string, document: object): Promise<string | null> {
  const child = spawn(command, {
    ...{ shell: true, timeout: NOTIFY_MS },
    stdio: ["pipe", "ignore", "inherit"],
  });
  child.stdin.on("error", () => child.stdin.destroy()); // whoever needs no input may not read it
  child.stdin.end(`${JSON.stringify(document)}\n`);
  return new Promise((resolve) => {
    child.on("error", ({ message }) => resolve(message));
    child.on("close", (code) =>
      resolve(code === 0 ? null : `the command ended with ${code ?? "a signal"}`),
    );
  });
}
