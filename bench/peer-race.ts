import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { LeftOut, Outcome, PeerRun } from "./outcome.js";
import { installedVersion, PEERS, type PeerContender } from "./peer-contenders.js";
import { writeFurtherTurns, writePeerTurns, type PromptLength } from "./peer-turns.js";
import type { Bench } from "./row.js";

/** What a contender may take for one step at one length; then it has stopped. */
const MOST_MS = 90_000;
/** Longer threads than this show nothing new, and some contenders would take hours. */
const MOST_ITEMS = 100_000;
const FURTHER_TURNS = 40;
const RESUMES = 3;
const HOW = "npm run bench:peers";

/** Where one contender keeps its thread. */
export interface Place {
  /** As the contender opens it: a folder, or the URL of a database. */
  readonly name: string;
  bytes(): Promise<number> | number;
  remove(): Promise<void> | void;
}

export interface Race {
  readonly contenders: readonly PeerContender[];
  /** Makes an empty place. */
  readonly place: () => Promise<Place> | Place;
  /** What the places are, where they are no folders. */
  readonly on?: string;
}

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
export async function runRace(bench: Bench, race: Race): Promise<readonly Outcome[]> {
  const { contenders, on } = race;
  const name = on === undefined ? "peers" : `peers on ${on}`;
  if (bench.isQuick) return [{ name, leftOut: "too long for a quick run" }];
  if (!existsSync(join(PEERS, "node_modules"))) return [{ name, leftOut: `not installed; ${HOW}` }];
  compile();
  const absent = contenders.filter((one) => versionOf(one.package) === null);
  const outcomes: Outcome[] = absent.map(({ label }): LeftOut => {
    return { name: label, leftOut: `not installed; ${HOW}` };
  });
  const entrants = contenders
    .filter((one) => !absent.includes(one))
    .map((one) => ({
      name: one.name,
      label: `${one.label} ${versionOf(one.package) ?? ""}`.trim(),
    }));
  for (const compactions of [false, true]) {
    const runs = await compete(bench, race, entrants, compactions);
    outcomes.push(...runs.map((run) => ({ ...run, ...(on !== undefined && { on }) })));
  }
  return outcomes;
}

/** Null: it has to be installed, and is not. */
function versionOf(packageName: string | null): string | null {
  return packageName === null ? "" : installedVersion(packageName);
}

/** Their types are not checked by the main check; whoever changes a contender sees the errors here. */
function compile(): void {
  const compiler = "node_modules/typescript/bin/tsc6";
  const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", PEERS], {
    encoding: "utf8",
  });
  if (status !== 0) process.stderr.write(`${PEERS} does not compile as it should:\n${stdout}`);
}

/** Whoever stops at a length is not asked for longer ones. */
async function compete(
  bench: Bench,
  race: Race,
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
          ? await measureOne(race, entrant, round)
          : { contender: entrant.label, items, compactions, figures: {}, stopped: why };
      runs.push(result);
      if (result.stopped !== null) stopped.set(entrant, result.stopped);
    }
    rmSync(round.task.turns);
  }
  return runs;
}

async function prepare(bench: Bench, items: number, compactions: boolean): Promise<Round> {
  // As driving it leaves it: a contender is filled with what its own way of keeping a thread writes.
  const home = await bench.thread({ items, checkpoints: compactions, keepsStates: true });
  const turns = join(bench.scratch, "peer-turns.jsonl");
  const further = join(bench.scratch, "peer-further-turns.jsonl");
  const length = await writePeerTurns(home, turns);
  writeFurtherTurns(further, FURTHER_TURNS);
  return { items, compactions, task: { ...length, home, turns, further } };
}

/** With compactions what is asked is how a thread is taken up again; the rest has been seen. */
async function measureOne(race: Race, { name, label }: Entrant, round: Round): Promise<PeerRun> {
  const { items, compactions, task } = round;
  const place = await race.place();
  const figures: Record<string, number> = {};
  const stand = (step: string) => standing({ name, step, task: { ...task, place: place.name } });
  const grown = async (step: string, times: string, into: string): Promise<void> => {
    const before = await place.bytes();
    const { [times]: count = 1, ...found } = stand(step);
    Object.assign(figures, found, { [into]: ((await place.bytes()) - before) / count / 1_000 });
  };
  let stopped: string | null = null;
  try {
    stand("fill");
    figures["diskMb"] = (await place.bytes()) / 1e6;
    for (let time = 0; time < RESUMES; time += 1) keepLeast(figures, stand("resume"));
    await grown("turns", "appended", "turnKb");
    if (!compactions) {
      await grown("fork", "forks", "forkKb");
      Object.assign(figures, stand("warm"));
    }
  } catch (error) {
    stopped = error instanceof Error ? error.message : String(error);
  } finally {
    await place.remove();
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
