import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { GROWTH_COMMANDS } from "../growth-commands.js";
import type { Shaped } from "../growth-shape.js";
import { SHAPES } from "../growth-shapes.js";
import type { Growth, Outcome } from "../outcome.js";
import type { Bench, Row } from "../row.js";

const COMMAND = "bin/refold.js";
const USAGE = fileURLToPath(new URL("../report-usage.js", import.meta.url));
/** A command that takes longer on the processor is stopped, and is not asked for more; in a quick run, sooner. */
const MOST_SECONDS = 200;
const MOST_QUICK_SECONDS = 60;
/** The shell sets the limit, which counts as the figures do: whatever else the machine does. */
const LIMITED = 'ulimit -t "$1" && shift && exec "$@"';
/** What is kept of what a command says on stderr. */
const MOST_SAID_BYTES = 100_000_000;

/**
 * Every command over sizes of every shape. Each shape is written once a size and asked everything, once:
 * user time wavers little. What was found is kept as it goes, so that the row may run in parts.
 */
async function run(bench: Bench): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const shape of SHAPES) {
    const commands = commandsOf(shape, bench.only);
    const sizes = commands.length === 0 ? [] : shape.sizes;
    for (const items of bench.isQuick ? sizes.slice(0, 2) : sizes) {
      if (items !== (bench.size ?? items)) continue;
      const folder = join(bench.scratch, `growth-${items}`);
      const shaped = await shape.write(folder, items);
      for (const { of, words, stopped } of commands) {
        if (stopped.has(of)) continue;
        const growth = { table: shape.name, of, items };
        const named = words.flatMap((word) => namedIn(word, shaped, folder));
        const used = usedBy(named, shaped, bench.isQuick ? MOST_QUICK_SECONDS : MOST_SECONDS);
        if (typeof used === "string") stopped.add(of);
        outcomes.push(...outcomesOf(growth, used, shape.weighs ?? false));
        bench.keep(outcomes);
      }
      rmSync(folder, { recursive: true });
    }
  }
  return outcomes;
}

/** @param only what `SHAPE: COMMAND` has to contain */
function commandsOf({ name, kind }: (typeof SHAPES)[number], only: string) {
  const all = GROWTH_COMMANDS[kind];
  const stopped = new Set<string>();
  const named = all.map((words, index) => {
    const isRepeated = all.slice(0, index).some((earlier) => earlier.join() === words.join());
    const plain = words.filter((_, at) => !isPlace(words, at)).join(" ");
    return { of: plain.replaceAll("{}", "…") + (isRepeated ? ", again" : ""), words, stopped };
  });
  return named.filter(({ of }) => `${name}: ${of}`.includes(only));
}

/** Where a command writes is nothing that its time depends on. */
function isPlace(words: readonly string[], at: number): boolean {
  const option = /^-o$|^--(from|to)$/;
  return option.test(words[at] ?? "") || option.test(words[at - 1] ?? "");
}

function namedIn(word: string, { session, home, threads = [] }: Shaped, folder: string) {
  if (word === "{threads}") return threads;
  return word.replace("{}", session).replace("{home}", home).replace("{folder}", folder);
}

interface Used {
  /** User time of the command's process, all threads. */
  readonly userMs: number;
  readonly peakMb: number;
}

/** @returns a text: why there is no figure. A command has to succeed: a refusal costs nothing */
function usedBy(words: readonly string[], { home }: Shaped, seconds: number): Used | string {
  const place = words.includes("--from") ? [] : ["--home", home];
  const { output, status, signal } = spawnSync(
    "/bin/sh",
    [
      ...["-c", LIMITED, "sh", String(seconds)],
      ...[process.execPath, "--import", USAGE, COMMAND, ...words, ...place],
    ],
    {
      stdio: ["ignore", "ignore", "pipe", "pipe"],
      encoding: "utf8",
      maxBuffer: MOST_SAID_BYTES,
    },
  );
  if (signal !== null) return `no end within ${seconds} s`;
  const [said = ""] = (output[2] ?? "").split("\n", 1);
  if (status !== 0) return `status ${status ?? "unknown"}: ${said.slice(0, 100)}`;
  const [userMs, peakMb] = (output[3] ?? "").split(" ").map(Number);
  return userMs === undefined || peakMb === undefined ? "no figures" : { userMs, peakMb };
}

function outcomesOf(growth: Growth, used: Used | string, weighs: boolean): readonly Outcome[] {
  const name = `${growth.table ?? ""}: ${growth.of}`;
  if (typeof used === "string") {
    return [{ name, leftOut: `${used}, at ${growth.items.toLocaleString("en")}`, growth }];
  }
  const result = { floor: null, budget: {} };
  const memory = { name: `${name}, memory`, growth: { ...growth, of: `${growth.of}, memory` } };
  return [
    { name, unit: "ms", measured: used.userMs, growth, ...result },
    ...(weighs ? [{ ...memory, unit: "MB" as const, measured: used.peakMb, ...result }] : []),
  ];
}

export const row: Row = { run, probes: {} };
