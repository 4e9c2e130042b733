import { parseArgs } from "node:util";
import { runKills, runTakeovers } from "./crash.js";
import { runNoiseCases } from "./noise.js";

/**
 * `npm run torture [-- --seed N] [-- --minutes N] [-- --kills N] [-- --noise N]`: what the tests do a
 * little of, at length: 2,000 kills, 200 takeovers, 100,000 noisy logs. With `--minutes` it begins
 * anew, with the next seed, until the time is over. Ends with 1 at the first failure, which names the
 * seed or the case that shows it again.
 */
const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "0" },
    kills: { type: "string", default: "2000" },
    takeovers: { type: "string", default: "200" },
    noise: { type: "string", default: "100000" },
  },
});

const endsAt = performance.now() + Number(values.minutes) * 60_000;
let seed = Number(values.seed);
do {
  await runAll(seed);
  seed += 1;
} while (performance.now() < endsAt);

async function runAll(seed: number): Promise<void> {
  const kills = Number(values.kills);
  const takeovers = Number(values.takeovers);
  const noise = Number(values.noise);
  say(`seed ${seed}`);
  await timed(`${kills} kills`, async () => {
    const { acknowledged, unannounced, torn } = await runKills({
      kills,
      seed,
      onKill: (done) => say(`  a lane has killed ${done}`),
    });
    return `${acknowledged} batches acknowledged, all stored; ${unannounced} more whole; ${torn} torn`;
  });
  await timed(`${takeovers} takeovers`, async () => {
    let acknowledged = 0;
    for (let done = 0; done < takeovers; done += 20) {
      const part = { kills: Math.min(20, takeovers - done), seed: seed * 1_000 + done };
      acknowledged += (await runTakeovers(part)).acknowledged;
    }
    return `${acknowledged} batches acknowledged, each stored once`;
  });
  await timed(`${noise} noisy logs`, async () => {
    const verdicts = runNoiseCases(seed * 1_000_000, noise);
    return Array.from(verdicts, ([verdict, count]) => `${count} ${verdict}`).join(", ");
  });
}

async function timed(what: string, run: () => Promise<string>): Promise<void> {
  const start = performance.now();
  const outcome = await run();
  const seconds = ((performance.now() - start) / 1_000).toFixed(0);
  process.stdout.write(`${what} in ${seconds} s: ${outcome}\n`);
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
