import { type AttackRow, documentAttack, renderAttacks } from "./attack-table.js";
import { runKills, runTakeovers } from "./crash.js";
import { runFaultCases } from "./faults.js";
import { runIndexCuts } from "./index-cuts.js";
import { startPostgres } from "../postgres/server.js";
import { runNoiseCases } from "./noise.js";
import { runPostgresRounds, sharesOf } from "./postgres.js";
import { runPowerCuts } from "./power-cuts.js";
import { runKeeperKills } from "./keeper-kills.js";
import { readSettings } from "./settings.js";
import { runSpliceCases } from "./splices.js";
import { runVaultCuts, runVaultFaults } from "./vault-cuts.js";

/**
 * `npm run torture [-- --seed N] [-- --minutes N] [-- --kills N] …`: what the tests do a little of, at length
 * (docs/testing.md, "Torture"). Ends with 1 at the first failure, which names the seed or the case that shows it
 * again; ends with 2 on wrong usage, at once: a seed that is no number would repeat nothing.
 */
const settings = settingsAsked();

const PAGE = "docs/security.md";
/** After each part it reports how far it is. */
const SPLICES_A_PART = 50_000;

/** What was tried and what came of it, and how often; by the attack's name. */
const tried = new Map<string, Map<string, number>>();

const endsAt = performance.now() + settings.minutes * 60_000;
let seed = settings.seed;
do {
  say(`seed ${seed}`);
  await runFiles(seed);
  await runPostgres(seed);
  seed += 1;
} while (performance.now() < endsAt);
process.stdout.write(`\nseeds ${settings.seed} to ${seed - 1}, nothing failed:\n`);
process.stdout.write(`\n${renderAttacks([...tried.keys()].flatMap(rowsOf))}\n`);

async function runFiles(from: number): Promise<void> {
  const { kills, takeovers, noise, splices, faults, cuts, indexes, keepers, commands, vaults } =
    settings;
  await attack("kills", kills, async (count) => {
    const onKill = (done: number): void => say(`  a lane has killed ${done}`);
    const summary = await runKills({ kills, seed: from, onKill });
    count("writers killed", summary.kills);
    count("batches acknowledged before a kill, all stored once and whole", summary.acknowledged);
    count("whole batches more that the killed could not tell of", summary.unannounced);
    count("torn tails set aside", summary.torn);
  });
  await attack("takeovers", takeovers, async (count) => {
    for (let done = 0; done < takeovers; done += 20) {
      const part = { kills: Math.min(20, takeovers - done), seed: from * 1_000 + done };
      const { acknowledged } = await runTakeovers(part);
      count("writers killed while others waited", part.kills);
      count("batches of writers that took over, each stored once", acknowledged);
    }
  });
  await attack("noise", noise, (count) => {
    for (const [verdict, cases] of runNoiseCases(from * 1_000_000, noise)) {
      count(verdict, cases);
    }
  });
  await attack("splices", splices, (count) => {
    for (let done = 0; done < splices; done += SPLICES_A_PART) {
      const part = Math.min(SPLICES_A_PART, splices - done);
      for (const [verdict, cases] of runSpliceCases(from * 10_000_000 + done, part)) {
        count(verdict, cases);
      }
      say(`  ${done + part} splices`);
    }
  });
  await attack("faults", faults, async (count) => {
    const summary = await runFaultCases(from * 1_000_000, faults);
    count("stores on failing disks", summary.cases);
    count("faults that they met", summary.faults);
    count("batches acknowledged on failing disks, none lost", summary.acknowledged);
    for (const [code, times] of summary.refused) count(`refusals: ${code}`, times);
  });
  await attack("cuts", cuts, async (count) => {
    const { states, durable } = await runPowerCuts(from * 100_000, cuts);
    count("disks after a power cut", states);
    count("events acknowledged as durable before it, none lost", durable);
  });
  await attack("indexes", indexes, async (count) => {
    const { states, believed } = await runIndexCuts(from * 100_000, indexes);
    count("disks after a power cut: lists and searches as without indexes", states);
    count("rows of indexes of lists that were believed then", believed);
  });
  await attack("keepers", keepers, async (count) => {
    const { kills, generations } = await runVaultCuts(from * 100_000, keepers);
    count("keepers of a vault killed, half of them with the power", kills);
    count("generations acknowledged before it, all read back", generations);
  });
  await attack("commands", commands, async (count) => {
    const { killed, ended, generations } = await runKeeperKills(from, commands);
    count("refold keep killed as a process", killed);
    count("refold keep that ended first", ended);
    count("generations read back after each", generations);
  });
  await attack("vaults", vaults, async (count) => {
    const { passes, refused } = await runVaultFaults(from * 100_000, vaults);
    count("passes over files on full and failing disks, nothing lost", passes);
    for (const [code, times] of refused) count(`refusals: ${code}`, times);
  });
}

async function runPostgres(from: number): Promise<void> {
  const { rounds } = settings;
  await attack("PostgreSQL", rounds, async (count) => {
    const server = await startPostgres();
    try {
      const onRound = (done: number): void => {
        if (done % 500 === 0) say(`  ${done} rounds`);
      };
      const shares = sharesOf(rounds);
      const summary = await runPostgresRounds({ server, seed: from, ...shares, onRound });
      count("connections cut in the middle of an append", summary.cuts);
      count("writers killed", summary.kills);
      count("writers stopped past their lease, and woken", summary.stops);
      count("servers killed, and started again", summary.crashes);
      count("batches acknowledged, all stored once and whole", summary.acknowledged);
      count("batches more that nobody was told of", summary.unannounced);
      count("refusals of writers that had lost their lease", summary.refusals);
    } finally {
      await server.remove();
    }
  });
}

function settingsAsked() {
  try {
    return readSettings(process.argv.slice(2));
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exit(2);
  }
}

/** None asked for: the attack is left out. */
async function attack(
  name: string,
  cases: number,
  run: (count: (what: string, times: number) => void) => unknown,
): Promise<void> {
  if (cases === 0) return;
  const start = performance.now();
  const counts = tried.get(name) ?? new Map<string, number>();
  tried.set(name, counts);
  await run((what, times) => counts.set(what, (counts.get(what) ?? 0) + times));
  if (settings.document) documentAttack(PAGE, name, rowsOf(name));
  const seconds = ((performance.now() - start) / 1_000).toFixed(0);
  process.stdout.write(`${name}: ${cases} in ${seconds} s\n`);
}

function rowsOf(name: string): readonly AttackRow[] {
  return [...(tried.get(name) ?? [])].map(([what, cases]) => [
    `${name}: ${what}`,
    cases.toLocaleString("en"),
  ]);
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
