import { parseArgs } from "node:util";
import { runKills, runTakeovers } from "./crash.js";
import { runFaultCases } from "./faults.js";
import { runIndexCuts } from "./index-cuts.js";
import { startPostgres } from "../postgres/server.js";
import { runNoiseCases } from "./noise.js";
import { runPostgresRounds, sharesOf } from "./postgres.js";
import { runPowerCuts } from "./power-cuts.js";
import { runSpliceCases } from "./splices.js";

/**
 * `npm run torture [-- --seed N] [-- --minutes N] [-- --kills N] …`: what the tests do a little of, at
 * length: 2,000 kills, 200 takeovers, 100,000 noisy logs, 1,000,000 logs with lines from elsewhere, 2,000
 * trials on failing disks, 100,000 disks after a power cut, 10,000 of them with indexes, 5,000 rounds with
 * PostgreSQL; with `--postgres` these alone. With `--minutes` it restarts, with the next seed, until the time
 * is over. Ends with 1 at the first failure, which names
 * the seed or the case that shows it again; ends with 2 on wrong usage.
 */
const DEFAULTS = {
  seed: 1,
  minutes: 0,
  kills: 2_000,
  takeovers: 200,
  noise: 100_000,
  splices: 1_000_000,
  faults: 2_000,
  cuts: 100_000,
  indexes: 10_000,
  rounds: 5_000,
};
type Name = keyof typeof DEFAULTS;

/** What was tried, and how often; and what came of it. */
const tried = new Map<string, number>();

const settings = readSettings();
const endsAt = performance.now() + settings.minutes * 60_000;
let seed = settings.seed;
do {
  say(`seed ${seed}`);
  if (!settings.isPostgresOnly) await runFiles(seed);
  await runPostgres(seed);
  seed += 1;
} while (performance.now() < endsAt);
process.stdout.write(`\nseeds ${settings.seed} to ${seed - 1}, nothing failed:\n`);
process.stdout.write("\n| cases | what |\n| ---: | --- |\n");
for (const [what, cases] of tried) {
  process.stdout.write(`| ${cases.toLocaleString("en")} | ${what} |\n`);
}

async function runFiles(from: number): Promise<void> {
  const { kills, takeovers, noise, splices, faults, cuts, indexes } = settings;
  await timed(kills, "kills", async () => {
    const onKill = (done: number): void => say(`  a lane has killed ${done}`);
    const summary = await runKills({ kills, seed: from, onKill });
    count("writers killed", summary.kills);
    count("batches acknowledged before a kill, all stored once and whole", summary.acknowledged);
    count("whole batches more that the killed could not tell of", summary.unannounced);
    count("torn tails set aside", summary.torn);
  });
  await timed(takeovers, "takeovers", async () => {
    for (let done = 0; done < takeovers; done += 20) {
      const part = { kills: Math.min(20, takeovers - done), seed: from * 1_000 + done };
      const { acknowledged } = await runTakeovers(part);
      count("writers killed while others waited", part.kills);
      count("batches of writers that took over, each stored once", acknowledged);
    }
  });
  await timed(noise, "noisy logs", () => {
    for (const [verdict, cases] of runNoiseCases(from * 1_000_000, noise)) {
      count(`noisy logs: ${verdict}`, cases);
    }
  });
  await timed(splices, "logs with lines from elsewhere", () => {
    for (const [verdict, cases] of runSpliceCases(from * 10_000_000, splices)) {
      count(`logs with lines from elsewhere: ${verdict}`, cases);
    }
  });
  await timed(faults, "failing disks", async () => {
    const summary = await runFaultCases(from * 1_000_000, faults);
    count("stores on failing disks", summary.cases);
    count("faults that they met", summary.faults);
    count("batches acknowledged on failing disks, none lost", summary.acknowledged);
    for (const [code, times] of summary.refused) count(`refusals: ${code}`, times);
  });
  await timed(cuts, "power cuts", async () => {
    const { states, durable } = await runPowerCuts(from * 100_000, cuts);
    count("disks after a power cut", states);
    count("events acknowledged as durable before it, none lost", durable);
  });
  await timed(indexes, "power cuts with indexes", async () => {
    const { states, believed } = await runIndexCuts(from * 100_000, indexes);
    count("disks after a power cut: lists and searches as without indexes", states);
    count("rows of indexes of lists that were believed then", believed);
  });
}

async function runPostgres(from: number): Promise<void> {
  const { rounds } = settings;
  await timed(rounds, "rounds with PostgreSQL", async () => {
    const server = await startPostgres();
    try {
      const onRound = (done: number): void => {
        if (done % 500 === 0) say(`  ${done} rounds`);
      };
      const shares = sharesOf(rounds);
      const summary = await runPostgresRounds({ server, seed: from, ...shares, onRound });
      count("PostgreSQL: connections cut in the middle of an append", summary.cuts);
      count("PostgreSQL: writers killed", summary.kills);
      count("PostgreSQL: writers stopped past their lease, and woken", summary.stops);
      count("PostgreSQL: servers killed, and started again", summary.crashes);
      count("PostgreSQL: batches acknowledged, all stored once and whole", summary.acknowledged);
      count("PostgreSQL: batches more that nobody was told of", summary.unannounced);
      count("PostgreSQL: refusals of writers that had lost their lease", summary.refusals);
    } finally {
      await server.remove();
    }
  });
}

/** Wrong usage ends at once: a seed that is no number would repeat nothing. */
function readSettings(): Record<Name, number> & { readonly isPostgresOnly: boolean } {
  const numbers = Object.fromEntries(
    Object.keys(DEFAULTS).map((name) => [name, { type: "string" as const }]),
  );
  try {
    const options = { ...numbers, postgres: { type: "boolean" as const } };
    const given: Readonly<Record<string, string | boolean | undefined>> = parseArgs({
      options,
    }).values;
    const read = (name: Name): number => readNumber(name, given[name]);
    return {
      seed: read("seed"),
      minutes: read("minutes"),
      kills: read("kills"),
      takeovers: read("takeovers"),
      noise: read("noise"),
      splices: read("splices"),
      faults: read("faults"),
      cuts: read("cuts"),
      indexes: read("indexes"),
      rounds: read("rounds"),
      isPostgresOnly: given["postgres"] === true,
    };
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exit(2);
  }
}

function readNumber(name: Name, text: string | boolean | undefined): number {
  if (text === undefined) return DEFAULTS[name];
  const value = Number(text);
  const isFine = name === "minutes" ? value >= 0 : Number.isSafeInteger(value) && value >= 0;
  if (isFine && String(text).trim() !== "") return value;
  const kind = name === "minutes" ? "a number" : "a whole number";
  throw new TypeError(`--${name} ${String(text)}: not ${kind} from 0 on`);
}

function count(what: string, times: number): void {
  tried.set(what, (tried.get(what) ?? 0) + times);
}

/** None asked for: the part is left out. */
async function timed(cases: number, what: string, run: () => unknown): Promise<void> {
  if (cases === 0) return;
  const start = performance.now();
  await run();
  const seconds = ((performance.now() - start) / 1_000).toFixed(0);
  process.stdout.write(`${cases} ${what} in ${seconds} s\n`);
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
