import { fork, type ChildProcess } from "node:child_process";
import { copyFileSync, rmSync, symlinkSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { inspect, parseArgs } from "node:util";
import { z } from "zod";
import { type Expected, readExpected, writeExpected } from "./goldens/expected.js";
import { keptText } from "./goldens/kept-texts.js";
import { type Produced, produce } from "./goldens/produce.js";
import { showDifference } from "./goldens/show-difference.js";
import { goldenUnits } from "./goldens/units.js";

/**
 * Compares everything that users see with what was accepted before: `npm run goldens`, from the
 * repository's root.
 */
const HELP = `Usage: npm run goldens -- [options] [PATTERN…]

Runs every command over the fixtures, over ../shared/sessions where they exist, and over stores of
its own. Compares text, JSON, exit codes and written files with tools/goldens/expected.txt.

PATTERN   only cases whose names contain it (any of them); see expected.txt
--quick   only the fixtures, the store, wrong usage, and two recorded sessions
--accept  take today's output as expected
--keep    keep the texts of cases that are equal, so that a later run can show differences
--show    print all differences in full, not only the first few
--jobs N  processes that run cases (default: the number of processors, at most 4)

Texts are kept in REFOLD_GOLDENS (default: node_modules/.cache/refold-goldens).
Ends with 1 when something differs.
`;

/** A worker gets the name of a unit, and answers with what its cases gave. */
const Job = z.object({
  unit: z.string(),
  patterns: z.array(z.string()),
  /** Keep the texts of the cases that are as expected. */
  isKeeping: z.boolean(),
});
type Job = z.infer<typeof Job>;

/** What `npm run build` made: pages take their script and style from there. */
const BUILT_PAGES = "build/goldens/dist";
const SHORT_DIFF_LINES = 24;
const SHOWN_DIFFERENCES = 3;

if (process.send) serveJobs();
else process.exitCode = await main();

function serveJobs(): void {
  const expected = readExpected();
  process.on("message", (message) => {
    const job = Job.parse(message);
    void produce({ ...job, expected }).then(
      (produced) => process.send?.({ produced }),
      (error: unknown) => process.send?.({ failure: inspect(error) }),
    );
  });
}

async function main(): Promise<number> {
  const { values, positionals: patterns } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: "boolean", default: false },
      accept: { type: "boolean", default: false },
      keep: { type: "boolean", default: false },
      show: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
      jobs: { type: "string", default: String(Math.min(availableParallelism(), 4)) },
    },
  });
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  // The compiled program looks for both above its own folder.
  copyFileSync("package.json", "build/goldens/package.json");
  rmSync(BUILT_PAGES, { force: true });
  symlinkSync(resolve("dist"), BUILT_PAGES);
  const expected = readExpected();
  const matches = (name: string): boolean =>
    patterns.length === 0 || patterns.some((pattern) => name.includes(pattern));
  const units = goldenUnits().filter(({ name, isQuick }) => {
    const cases = [...expected.keys()].filter((one) => one.startsWith(`${name} | `));
    return (isQuick || !values.quick) && (cases.length === 0 || cases.some(matches));
  });
  const jobs = units.map(({ name }) => ({ unit: name, patterns, isKeeping: values.keep }));
  const { produced, done } = await runJobs(jobs, Math.max(Number(values.jobs) || 1, 1));
  const isMeant = (name: string): boolean =>
    done.some((unit) => name.startsWith(`${unit} | `)) && matches(name);
  const exitCode = values.accept
    ? accept(expected, { produced, isMeant })
    : compare(expected, { produced, isMeant, showsAll: values.show });
  return done.length === jobs.length ? exitCode : 1;
}

/** Gives each worker the next job when it is done with one. The largest come first. */
async function runJobs(jobs: readonly Job[], workers: number): Promise<Results> {
  const waiting = [...jobs];
  const produced = new Map<string, Produced>();
  const done: string[] = [];
  await Promise.all(Array.from({ length: Math.min(workers, jobs.length) }, () => work()));
  return { produced, done };

  async function work(): Promise<void> {
    let worker = startWorker();
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const answer = await ask(worker, job);
      for (const one of answer.produced ?? []) produced.set(one.name, one);
      if (answer.failure === undefined) done.push(job.unit);
      else process.stdout.write(`FAILED   ${job.unit}: ${answer.failure}\n`);
      if (worker.exitCode !== null) worker = startWorker();
      // Somebody ended it: then nobody waits for the rest.
      if (worker.signalCode !== null) waiting.length = 0;
      if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${waiting.length} to go`);
    }
    if (worker.connected) worker.disconnect();
    if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
  }
}

interface Results {
  readonly produced: ReadonlyMap<string, Produced>;
  /** The units that ran to their end. */
  readonly done: readonly string[];
}

interface Answer {
  readonly produced?: readonly Produced[];
  readonly failure?: string;
}

function startWorker(): ChildProcess {
  return fork(fileURLToPath(import.meta.url), { env: workerEnvironment() });
}

function ask(worker: ChildProcess, job: Job): Promise<Answer> {
  return new Promise((resolve) => {
    const onExit = (code: number | null, signal: string | null): void =>
      resolve({ failure: `the worker ended with ${signal ?? code ?? "no code"}` });
    worker.once("exit", onExit);
    worker.once("message", (answer: Answer) => {
      worker.off("exit", onExit);
      resolve(answer);
    });
    worker.send(job);
  });
}

/** What changes output, or leads to folders of whoever runs this, is set or taken away. */
function workerEnvironment(): NodeJS.ProcessEnv {
  const { PATH, TMPDIR, REFOLD_GOLDENS } = process.env;
  const env: NodeJS.ProcessEnv = { NO_COLOR: "1", TZ: "UTC", LANG: "C.UTF-8", COLUMNS: "80" };
  for (const [name, value] of Object.entries({ PATH, TMPDIR, REFOLD_GOLDENS })) {
    if (value !== undefined) env[name] = value;
  }
  return env;
}

function accept(
  expected: Expected,
  { produced, isMeant }: { produced: ReadonlyMap<string, Produced>; isMeant: IsMeant },
): number {
  const next = new Map([...expected].filter(([name]) => !isMeant(name) || produced.has(name)));
  const changed = [...produced.values()].filter(({ name, hash }) => expected.get(name) !== hash);
  for (const { name, hash } of changed) next.set(name, hash);
  const gone = expected.size + changed.filter(({ name }) => !expected.has(name)).length - next.size;
  writeExpected(next);
  process.stdout.write(`accepted ${changed.length} cases; ${gone} are gone\n`);
  return 0;
}

function compare(
  expected: Expected,
  options: { produced: ReadonlyMap<string, Produced>; isMeant: IsMeant; showsAll: boolean },
): number {
  const { produced, isMeant, showsAll } = options;
  const gone = [...expected.keys()].filter((name) => isMeant(name) && !produced.has(name));
  const added = [...produced.values()].filter(({ name }) => !expected.has(name));
  const changed = [...produced.values()].filter(
    ({ name, hash }) => expected.has(name) && expected.get(name) !== hash,
  );
  for (const { name } of changed) process.stdout.write(`differs  ${name}\n`);
  for (const name of gone) process.stdout.write(`gone     ${name}\n`);
  for (const { name } of added) process.stdout.write(`new      ${name}\n`);
  for (const { name, hash } of showsAll ? changed : changed.slice(0, SHOWN_DIFFERENCES)) {
    const before = keptText(expected.get(name) ?? "");
    const text = keptText(hash) ?? "";
    const maxLines = showsAll ? undefined : SHORT_DIFF_LINES;
    const shown =
      before === undefined
        ? "  its accepted text was not kept here: run with --keep at a commit where it is equal\n"
        : showDifference(before, text, maxLines);
    process.stdout.write(`\n=== ${name}\n${shown}`);
  }
  const differing = changed.length + gone.length + added.length;
  process.stdout.write(`${produced.size} cases, ${differing} differ\n`);
  return differing === 0 ? 0 : 1;
}

type IsMeant = (name: string) => boolean;
