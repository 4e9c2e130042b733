import { spawnSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname, uptime } from "node:os";
import { z } from "zod";
import type { Holder } from "../../errors.js";
import { systemErrorCode } from "../errors.js";

/** What distinguishes a process from every other, also from a later one with the same pid. */
type ProcessIdentity = Omit<Holder, "since" | "token">;

let own: ProcessIdentity | undefined;

/** This process, asked for once. */
export function ownIdentity(): ProcessIdentity {
  own ??= {
    host: hostname(),
    boot: bootId(),
    pidNamespace: process.platform === "linux" ? linuxPidNamespace() : null,
    pid: process.pid,
    startTime: processStart(process.pid).startTime,
  };
  return own;
}

/**
 * Whether a process lives: `unknown` unless it ran in this boot and in this pid namespace, where its
 * pid and start time decide.
 */
export function processLiveness(of: ProcessIdentity): "alive" | "dead" | "unknown" {
  const self = ownIdentity();
  if (of.boot !== self.boot || of.pidNamespace !== self.pidNamespace) return "unknown";
  const now = of.pid === self.pid ? { exists: true, ...self } : processStart(of.pid);
  if (!now.exists) return "dead";
  // Without a start time on either side the pid alone has to do.
  if (of.startTime === null || now.startTime === null) return "alive";
  return of.startTime === now.startTime ? "alive" : "dead";
}

/** A sandbox may hide it: then its name stands for it, which another of the same boot does not have. */
function linuxPidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return hostname();
  }
}

function bootId(): string {
  if (process.platform === "linux") return linuxBootId();
  const boot =
    process.platform === "darwin" ? output("sysctl", ["-n", "kern.bootsessionuuid"]) : null;
  return boot ?? estimatedBoot();
}

function linuxBootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return estimatedBoot(); // hidden by a sandbox
  }
}

function estimatedBoot(): string {
  // The clock is set now and then, so the estimate is rounded to ten minutes. Where it differs for
  // one boot, the heartbeat decides instead of the pid.
  return `${hostname()}:${Math.round((Date.now() / 1000 - uptime()) / 600)}`;
}

function processStart(pid: number): { exists: boolean; startTime: string | null } {
  if (process.platform === "linux") return linuxProcessStart(pid);
  const exists = pidExists(pid);
  if (!exists || process.platform === "win32") return { exists, startTime: null };
  return { exists, startTime: output("ps", ["-o", "lstart=", "-p", String(pid)]) };
}

/** Fields 3 (state) and 22 (start time) of proc(5); the name before them may hold anything. */
export function linuxProcessStart(pid: number): { exists: boolean; startTime: string | null } {
  let stat;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    // No such process, or /proc hides those of other users.
    return { exists: pidExists(pid), startTime: null };
  }
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const isZombie = fields[0] === "Z" || fields[0] === "X";
  return { exists: !isZombie, startTime: fields[19] ?? null };
}

function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists and is somebody else's.
    return systemErrorCode(error) === "EPERM";
  }
}

function output(command: string, args: readonly string[]): string | null {
  // In one language and time zone, whatever the process's own are: `ps` spells times by them.
  const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
  const { status, stdout } = spawnSync(command, args, { encoding: "utf8", env });
  return status === 0 && stdout.trim() !== "" ? stdout.trim() : null;
}

/** Who holds a lease, as the lease file says it. */
const HolderSchema = z.looseObject({
  host: z.string(),
  boot: z.string(),
  pidNamespace: z.string().nullable(),
  pid: z.int().nonnegative(),
  startTime: z.string().nullable(),
  /** RFC 3339: when the lease was taken. */
  since: z.string(),
  /** Random; also the lease file's name. */
  token: z.string(),
});

/** Stands for whoever wrote a lease file that cannot be read, as a power cut may leave it. */
const UNKNOWN: Holder = {
  host: "an unknown host",
  boot: "",
  pidNamespace: null,
  pid: 0,
  startTime: null,
  since: "an unknown time",
  token: "",
};

/** @returns a holder of whom only the heartbeat can tell, when the text says nothing */
export function decodeHolder(text: string): Holder {
  try {
    return HolderSchema.parse(JSON.parse(text));
  } catch {
    return UNKNOWN;
  }
}
