import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where programs and results lie: outside of the repository, and apart from any real agent's home. */
export function judgeFolder(): string {
  const cache = process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  return process.env["REFOLD_JUDGE"] ?? join(cache, "refold-judge");
}

/** This checkout, seen from the compiled file as from the source. */
export function repositoryFolder(): string {
  const isCompiled = import.meta.url.includes("/build/test/agents/");
  return fileURLToPath(new URL(isCompiled ? "../../.." : "../..", import.meta.url));
}

export function programsFolder(): string {
  return join(judgeFolder(), "programs");
}

/** Whether the programs are there in the versions that this checkout pins. */
export function isInstalled(): boolean {
  const [pinned, installed] = [lockFileIn(PINNED), lockFileIn(programsFolder())];
  const marker = join(programsFolder(), "node_modules", ".package-lock.json");
  return existsSync(marker) && existsSync(installed) && read(installed) === read(pinned);
}

/** Installs the programs with npm, about 2 GB; no script of theirs runs. */
export function install(): void {
  const folder = programsFolder();
  mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", "package-lock.json"]) {
    copyFileSync(join(PINNED, name), join(folder, name));
  }
  // Not `npm ci`: it rejects every lock file with aliases of a package whose platforms are aliases too.
  const options = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund"];
  const { status } = spawnSync("npm", ["install", ...options], { cwd: folder, stdio: "inherit" });
  if (status !== 0) throw new Error(`npm could not install the programs into ${folder}`);
}

const PINNED = join(repositoryFolder(), "test", "agents", "programs");

const lockFileIn = (folder: string): string => join(folder, "package-lock.json");
const read = (file: string): string => readFileSync(file, "utf8");
