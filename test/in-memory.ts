import { existsSync, readFileSync, statfsSync } from "node:fs";

const FOLDER = "/dev/shm";

interface InMemoryOptions {
  readonly roomNeededBytes: number;
  /** Whether programs are started from it, which a system may forbid. */
  readonly isForPrograms?: boolean;
}

/** A folder in memory. @returns null: the system has none, or none with enough room */
export function inMemory({
  roomNeededBytes,
  isForPrograms = false,
}: InMemoryOptions): string | null {
  if (!existsSync(FOLDER)) return null;
  const { bavail, bsize } = statfsSync(FOLDER);
  if (bavail * bsize < roomNeededBytes) return null;
  return isForPrograms && runsNone() ? null : FOLDER;
}

function runsNone(): boolean {
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
  const options = mounts.findLast((line) => line.split(" ")[1] === FOLDER)?.split(" ")[3] ?? "";
  return options.split(",").some((option) => option === "noexec" || option === "ro");
}
