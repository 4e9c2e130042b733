import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NotOffered, type Program } from "./agent.js";
import { keptRequest } from "./judge.js";
import { runRefold } from "./refold-prompt.js";
import { openStage, pause, type Recorded, type Stage } from "./stage.js";
import type { JudgedScenario } from "./verdict.js";

export interface SlimWay {
  readonly program: Program;
  /** A scenario that the program has played. */
  readonly source: JudgedScenario;
  readonly resultsFolder: string;
  readonly refold: string;
}

/** The sessions that are slimmed before the program resumes them: those of every scenario that it could play. */
export function slimWaysOf(
  program: Program,
  judged: readonly JudgedScenario[],
): readonly JudgedScenario[] {
  return judged.filter(
    ({ program: name, scenario, outcome, sessionFile }) =>
      name === program.name &&
      outcome === "judged" &&
      sessionFile !== null &&
      !/^(?:back|slim): /.test(scenario),
  );
}

/** What a program does with a session: all that is compared. */
interface Resumed {
  readonly recorded: readonly Recorded[];
  /** What it shows of the history; null: nothing. */
  readonly history: string | null;
}

/**
 * Lets a program resume a session twice, as it is and after `refold slim`, in the same home and folder,
 * and keeps its requests: the next one, and those after going back by a turn, and by another.
 */
export async function playSlimmed(way: SlimWay): Promise<JudgedScenario> {
  const { program, source, resultsFolder } = way;
  const scenario = `slim: ${source.scenario}`;
  const folder = join(resultsFolder, program.name, scenario.replace(": ", "-"));
  rmSync(folder, { recursive: true, force: true });
  const lived = join(resultsFolder, program.name, source.scenario);
  const [home, kept] = [join(lived, "home"), join(folder, "home-before")];
  mkdirSync(folder, { recursive: true });
  renameSync(home, kept);
  const names = { program: program.name, scenario, sessionFile: source.sessionFile };
  try {
    cpSync(kept, home, { recursive: true, preserveTimestamps: true });
    const whole = await resume(way, lived, join(folder, "whole"));
    if (whole.recorded.length === 0) throw new Error("it sends no request");
    rmSync(home, { recursive: true });
    cpSync(kept, home, { recursive: true, preserveTimestamps: true });
    slimHome(way, home, folder);
    const slim = await resume(way, lived, join(folder, "slim"));
    if (whole.history !== slim.history) throw new Error("it shows another history");
    if (whole.recorded.length !== slim.recorded.length) throw new Error("it sends other requests");
    const requests = slim.recorded.map((recorded) => ({
      ...keptRequest(recorded, resultsFolder),
      kind: "slimmed" as const,
    }));
    return { ...names, outcome: "judged", problem: "", requests };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ...names, outcome: "failed", problem, requests: [] };
  } finally {
    rmSync(home, { recursive: true, force: true });
    renameSync(kept, home);
  }
}

function slimHome({ program, refold }: SlimWay, home: string, folder: string): void {
  const folders = program.sessionFolders.map((name) => join(home, name)).filter(existsSync);
  const vault = join(folder, "refold-home");
  const slim = [
    "slim",
    ...folders,
    "--apply",
    "--keep-turns",
    "2",
    "--drop-index",
    "--home",
    vault,
  ];
  const { stdout, stderr, status } = runRefold(refold, slim);
  writeFileSync(join(folder, "slimmed.txt"), `${stdout}${stderr}`);
  if (status !== 0) throw new Error(`refold slim: ${stderr}`);
}

async function resume(
  { program, source, resultsFolder }: SlimWay,
  lived: string,
  folder: string,
): Promise<Resumed> {
  mkdirSync(folder, { recursive: true });
  const stage = await openStage(program, folder, { lived });
  let history: string | null = null;
  try {
    await stage.agent.reopen(join(resultsFolder, source.sessionFile ?? ""));
    const shown = await stage.agent.history?.();
    history = shown === undefined ? null : JSON.stringify(shown);
    await stage.agent.prompt("And now?");
    await goBack(stage, 2);
    await goBack(stage, 2);
  } catch (error) {
    if (!(error instanceof NotOffered)) throw error;
  } finally {
    await stage.close();
  }
  return { recorded: stage.recorded.filter(({ kind }) => kind === "main"), history };
}

/** Codex says that a turn is over a little before it lets anybody go back. */
const AFTER_TURN_MS = 1_000;

/** Takes back what was just said, and a turn of the session. */
async function goBack({ agent }: Stage, turns: number): Promise<void> {
  await pause(AFTER_TURN_MS);
  await agent.rollback(turns);
  await agent.prompt(`And after ${turns} turns less?`);
}
