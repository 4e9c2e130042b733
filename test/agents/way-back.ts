import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Program } from "./agent.js";
import { keptRequest } from "./judge.js";
import { parseLine, textAt } from "./json.js";
import { runRefold } from "./refold-prompt.js";
import { openStage, type Recorded } from "./stage.js";
import type { JudgedScenario } from "./verdict.js";

/** What is done to a session between its import and its export. */
type Edit = "as it is" | "rollback" | "fork" | "compact";

export interface WayBack {
  readonly program: Program;
  /** A session that some program wrote in a scenario. */
  readonly source: JudgedScenario;
  readonly edit: Edit;
  readonly resultsFolder: string;
  readonly refold: string;
}

/** The sessions that go back into a program: its own after each edit, and others' converted. */
export function waysBackOf(
  program: Program,
  judged: readonly JudgedScenario[],
): readonly Pick<WayBack, "source" | "edit">[] {
  const hasBranches = program.family !== "codex";
  const sources = judged.filter(
    ({ scenario, sessionFile }) =>
      (SOURCES.has(scenario) || (scenario === BRANCHED && hasBranches)) && sessionFile,
  );
  return sources.flatMap((source) => {
    if (source.program === program.name) return EDITS.map((edit) => ({ source, edit }));
    const isOther = FOREIGN.has(source.program) && !source.program.startsWith(program.family);
    return isOther ? [{ source, edit: "as it is" as const }] : [];
  });
}

const EDITS: readonly Edit[] = ["as it is", "rollback", "fork", "compact"];
const SOURCES = new Set(["plain-turns", "compaction-by-hand", "image-of-the-user"]);
/** Written as branches, where a form has them. */
const BRANCHED = "rollback-several-and-resume";
/** Of each family the one whose sessions are converted. */
const FOREIGN = new Set([
  "codex-0.120.0",
  "codex-0.169.0",
  "claude-code-2.1.330",
  "pi-0.87.1-chat",
]);

/** Writes a session with Refold, lets the program resume it, and keeps its next request. */
export async function playWayBack(way: WayBack): Promise<JudgedScenario> {
  const { program, source, edit, resultsFolder } = way;
  const from = source.program === program.name ? "own" : source.program;
  const scenario = `back: ${source.scenario}, ${from}, ${edit}`;
  const folder = join(resultsFolder, program.name, folderName(scenario));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const names = { program: program.name, scenario, sessionFile: null };
  try {
    const file = writeWithRefold(way, folder);
    const recorded = await resume(program, file, folder);
    const request = keptRequest({ ...recorded, sessionFile: file }, resultsFolder);
    const requests = [{ ...request, kind: "continued" as const }];
    return { ...names, outcome: "judged", problem: "", requests };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { ...names, outcome: "failed", problem, requests: [] };
  }
}

export function folderName(scenario: string): string {
  return scenario.replace(/[^\w.]+/g, "-");
}

function writeWithRefold(
  { program, source, edit, resultsFolder, refold }: WayBack,
  folder: string,
): string {
  const home = join(folder, "refold-home");
  const run = (...args: readonly string[]): string => {
    const { stdout, stderr, status } = runRefold(refold, [...args, "--home", home]);
    if (status !== 0) throw new Error(`refold ${args[0] ?? ""}: ${stderr}`);
    return stdout;
  };
  const said = run("import", join(resultsFolder, source.sessionFile ?? ""));
  const imported = said.trim().split(/\s/)[0] ?? "";
  const last = Number(/(\d[\d,]*) events/.exec(said)?.[1]?.replaceAll(",", "")) - 1;
  if (edit === "rollback") run("rollback", imported, "--turns", "1");
  if (edit === "compact") run("compact", imported, "--strategy", "summary");
  const forked = edit === "fork" ? run("fork", imported, "--at", String(last)) : "";
  const thread = edit === "fork" ? (forked.trim().split(/\s/).at(-1) ?? "") : imported;
  const text = run("export", thread, "--format", program.family);
  const file = join(folder, fileName(program, text));
  writeFileSync(file, text);
  return file;
}

/** The name under which each program looks for a session. */
function fileName({ family }: Program, text: string): string {
  const lines = text.split("\n").slice(0, 50).map(parseLine);
  if (family === "claude-code") {
    const ids = lines.map((line) => textAt(line, "sessionId"));
    return `${ids.find((id) => id !== "") ?? ""}.jsonl`;
  }
  if (family === "pi") return `2026-01-02T03-04-05-678Z_${textAt(lines[0], "id")}.jsonl`;
  return `rollout-2026-01-02T03-04-05-${textAt(lines[0], "payload", "id")}.jsonl`;
}

async function resume(program: Program, file: string, folder: string): Promise<Recorded> {
  const stage = await openStage(program, folder);
  try {
    await stage.agent.adopt({ path: file, text: readFileSync(file, "utf8") });
    await stage.agent.prompt("And now?");
  } finally {
    await stage.close();
  }
  const [recorded] = stage.recorded;
  if (recorded === undefined) throw new Error("the program sent no request");
  return recorded;
}
