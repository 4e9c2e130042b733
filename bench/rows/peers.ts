import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { LeftOut, Outcome, PeerRun } from "../outcome.js";
import { installedVersion, PEER_CONTENDERS, PEERS } from "../peer-contenders.js";
import { writeFurtherTurns, writePeerTurns, type PromptLength } from "../peer-turns.js";
import type { Bench, Row } from "../row.js";

/** What a contender may take for one step at one length; then it has stopped. */
const MOST_MS = 90_000;
/** Longer threads than this show nothing new, and some contenders would take hours. */
const MOST_ITEMS = 100_000;
const FURTHER_TURNS = 40;
const RESUMES = 3;
const HOW = "npm run bench:peers";

/** The same thread, for everybody. */
interface Round {
  readonly items: number;
  readonly compactions: boolean;
  readonly task: PromptLength & {
    readonly home: string;
    readonly turns: string;
    readonly further: string;
  };
}

interface Entrant {
  readonly name: string;
  readonly label: string;
}

/** Refold beside what its users would take instead, each in processes of its own. */
async function run(bench: Bench): Promise<readonly Outcome[]> {
  if (bench.isQuick) return [{ name: "peers", leftOut: "too long for a quick run" }];
  if (!existsSync(join(PEERS, "node_modules"))) {
    return [{ name: "peers", leftOut: `not installed; ${HOW}` }];
  }
  compile();
  const absent = PEER_CONTENDERS.filter((one) => versionOf(one.package) === null);
  const outcomes: Outcome[] = absent.map(({ label }): LeftOut => {
    return { name: label, leftOut: `not installed; ${HOW}` };
  });
  const entrants = PEER_CONTENDERS.filter((one) => !absent.includes(one)).map((one) => ({
    name: one.name,
    label: `${one.label} ${versionOf(one.package) ?? ""}`.trim(),
  }));
  for (const compactions of [false, true]) {
    outcomes.push(...(await compete(bench, entrants, compactions)));
  }
  return outcomes;
}

/** Null: it has to be installed, and is not. */
function versionOf(packageName: string | null): string | null {
  return packageName === null ? "" : installedVersion(packageName);
}

/** Their types are not checked by the main check; whoever changes a contender sees the errors here. */
function compile(): void {
  const compiler = "node_modules/typescript/bin/tsc";
  const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", PEERS], {
    encoding: "utf8",
  });
  if (status !== 0) process.stderr.write(`${PEERS} does not compile as it should:\n${stdout}`);
}

/** Whoever stops at a length is not asked for longer ones. */
async function compete(
  bench: Bench,
  entrants: readonly Entrant[],
  compactions: boolean,
): Promise<readonly PeerRun[]> {
  const runs: PeerRun[] = [];
  const stopped = new Map<Entrant, string>();
  for (const items of bench.sizes.filter((size) => size <= MOST_ITEMS)) {
    const round = await prepare(bench, items, compactions);
    for (const entrant of entrants) {
      const why = stopped.get(entrant);
      const result =
        why === undefined
          ? measureOne(bench, entrant, round)
          : { contender: entrant.label, items, compactions, figures: {}, stopped: why };
      runs.push(result);
      if (result.stopped !== null) stopped.set(entrant, result.stopped);
    }
    rmSync(round.task.turns);
  }
  return runs;
}

async function prepare(bench: Bench, items: number, compactions: boolean): Promise<Round> {
  const home = await bench.thread({ items, checkpoints: compactions });
  const turns = join(bench.scratch, "peer-turns.jsonl");
  const further = join(bench.scratch, "peer-further-turns.jsonl");
  const length = await writePeerTurns(home, turns);
  writeFurtherTurns(further, FURTHER_TURNS);
  return { items, compactions, task: { ...length, home, turns, further } };
}

/** With compactions what is asked is how a thread is taken up again; the rest has been seen. */
function measureOne(bench: Bench, { name, label }: Entrant, round: Round): PeerRun {
  const { items, compactions, task } = round;
  const folder = mkdtempSync(join(bench.scratch, "peer-"));
  const figures: Record<string, number> = {};
  const stand = (step: string) => standing({ name, step, task: { ...task, folder } });
  const grown = (step: string, times: string, into: string): void => {
    const before = bytesIn(folder);
    const { [times]: count = 1, ...found } = stand(step);
    Object.assign(figures, found, { [into]: (bytesIn(folder) - before) / count / 1_000 });
  };
  let stopped: string | null = null;
  try {
    stand("fill");
    figures["diskMb"] = bytesIn(folder) / 1e6;
    for (let time = 0; time < RESUMES; time += 1) keepLeast(figures, stand("resume"));
    grown("turns", "appended", "turnKb");
    if (!compactions) grown("fork", "forks", "forkKb");
  } catch (error) {
    stopped = error instanceof Error ? error.message : String(error);
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { contender: label, items, compactions, figures, stopped };
}

/** @throws {Error} it took too long, or failed; the message says at which step */
function standing(options: {
  readonly name: string;
  readonly step: string;
  readonly task: object;
}): Readonly<Record<string, number>> {
  const { name, step, task } = options;
  const script = join(PEERS, "build", "stand.js");
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [script, name, step, JSON.stringify(task)],
    { encoding: "utf8", timeout: MOST_MS, killSignal: "SIGKILL", maxBuffer: 1 << 26 },
  );
  if (signal !== null) throw new Error(`${step} took over ${MOST_MS / 1_000} s`);
  if (status !== 0) throw new Error(`${step}: ${lastError(stderr)}`);
  const figures: unknown = JSON.parse(stdout.slice(stdout.lastIndexOf("\n") + 1));
  return isFigures(figures) ? figures : {};
}

function lastError(stderr: string): string {
  const line = stderr.split("\n").find((text) => /^\[?\w*Error\b/.test(text));
  return line ?? "failed";
}

function isFigures(value: unknown): value is Readonly<Record<string, number>> {
  return typeof value === "object" && value !== null;
}

function keepLeast(figures: Record<string, number>, found: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(found)) {
    figures[name] = Math.min(figures[name] ?? Infinity, value);
  }
}

function bytesIn(folder: string): number {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const sizes = names.map((name) => statSync(join(folder, name)));
  return sizes.reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0);
}

export const row: Row = { run, probes: {} };
