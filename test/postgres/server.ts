import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { inMemory } from "../in-memory.js";
import { findPrograms, serverUser, type ServerUser } from "./binaries.js";

const run = promisify(execFile);

/** A PostgreSQL server of the tests' own, on this machine, with a cluster that begins empty. */
export interface PostgresServer {
  /** Of the superuser, in the database `postgres`. It stays the same over restarts. */
  readonly url: string;
  readonly port: number;
  /** Ends every process of the server by SIGKILL, in the middle of whatever they do. */
  kill(): Promise<void>;
  /** Starts it again, over the same cluster. */
  start(): Promise<void>;
  /** Stops it, and removes the cluster. */
  remove(): Promise<void>;
}

export interface ServerOptions {
  /**
   * Where the folder of the cluster is made. Absent: in memory, if there is room, as starting over a
   * cluster on a disk waits seconds for it; what a killed server wrote is there either way.
   */
  readonly parent?: string;
  /** Further settings, as in `postgresql.conf`. */
  readonly settings?: Readonly<Record<string, string>>;
}

const superuserPassword = "a password of tests: €/@";

/** Makes a cluster and starts a server with `fsync` on, as the default is. */
export async function startPostgres(options: ServerOptions = {}): Promise<PostgresServer> {
  const server = new Server(options, serverUser(), await freePort());
  try {
    await server.initialise();
    await server.start();
    return server;
  } catch (error) {
    await server.remove();
    throw error;
  }
}

const roomNeededBytes = 2 ** 30;

class Server implements PostgresServer {
  /** Apart: programs that are copied here are for everybody, and folders in memory may run none. */
  readonly #folder: string;
  readonly #cluster: string;
  readonly #programs: string;
  readonly #settings: NonNullable<ServerOptions["settings"]>;
  #child: ChildProcess | null = null;

  constructor(
    { parent, settings = {} }: ServerOptions,
    readonly user: ServerUser,
    readonly port: number,
  ) {
    this.#settings = settings;
    this.#folder = mkdtempSync(join(tmpdir(), "refold-postgres-"));
    chmodSync(this.#folder, 0o755);
    this.#cluster = mkdtempSync(
      join(parent ?? inMemory({ roomNeededBytes }) ?? tmpdir(), "refold-cluster-"),
    );
    this.#programs = findPrograms(user, this.#folder);
    process.once("exit", () => this.#child?.kill("SIGQUIT"));
  }

  get url(): string {
    const password = encodeURIComponent(superuserPassword);
    return `postgres://postgres:${password}@127.0.0.1:${this.port}/postgres`;
  }

  async initialise(): Promise<void> {
    const passwordFile = join(this.#folder, "password");
    writeFileSync(passwordFile, superuserPassword, { mode: 0o600 });
    const { uid, gid } = this.user;
    if (uid !== undefined && gid !== undefined) {
      for (const path of [this.#cluster, passwordFile]) chownSync(path, uid, gid);
    }
    // The cluster is synced by its first server; initdb would wait for the disk three seconds.
    const options = ["--username=postgres", "--encoding=UTF8", "--locale=C", "--no-sync"];
    const login = ["--auth=scram-sha-256", `--pwfile=${passwordFile}`];
    const args = [`--pgdata=${this.#cluster}`, ...options, ...login];
    await run(join(this.#programs, "initdb"), args, { ...this.user, cwd: this.#folder });
    rmSync(passwordFile);
  }

  /** The processes of a server that was killed end one after the other: it may need more than one try. */
  async start(): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        this.#child = await this.#startOnce();
        return;
      } catch (error) {
        if (tries === 20 || !String(error).includes("shared memory block")) throw error;
      }
    }
  }

  async kill(): Promise<void> {
    const { pid } = this.#child ?? {};
    if (pid === undefined) return;
    const children = childrenOf(pid);
    await this.#end("SIGKILL");
    for (const child of children) endAtOnce(child);
  }

  async remove(): Promise<void> {
    await this.#end("SIGQUIT"); // nobody needs the data
    for (const folder of [this.#folder, this.#cluster]) {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  async #startOnce(): Promise<ChildProcess> {
    const settings = {
      ...{ port: this.port, listen_addresses: "127.0.0.1", unix_socket_directories: "" },
      ...{ fsync: "on", synchronous_commit: "on", shared_buffers: "64MB", lc_messages: "C" },
      ...this.#settings,
    };
    const given = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
    const child = spawn(join(this.#programs, "postgres"), ["-D", this.#cluster, ...given], {
      ...this.user,
      cwd: this.#folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    await untilReady(child);
    return child;
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null) return;
    const ended = once(child, "exit");
    if (child.kill(signal)) await ended;
  }
}

/** Reads what the server logs, and goes on reading it, so that it never waits for a reader. */
async function untilReady(child: ChildProcess): Promise<void> {
  let log = "";
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", () => {
      reject(new Error(`PostgreSQL did not start:\n${log}`));
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      log = (log + text).slice(-10_000);
      if (log.includes("ready to accept connections")) resolve();
    });
  });
}

/** Linux tells a process's children; elsewhere they end by themselves soon after it. */
function childrenOf(pid: number): number[] {
  if (process.platform !== "linux") return [];
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text.split(" ").filter(Boolean).map(Number);
}

function endAtOnce(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (typeof address !== "object" || address === null) throw new Error("no port is free");
  return address.port;
}
