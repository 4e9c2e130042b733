import { cpSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Agent, Deed, Program, RequestKind } from "./agent.js";
import type { Reply } from "./reply.js";
import { toolServerCommand } from "./tool-server.js";
import { startScriptedServer, type ModelRequest } from "./scripted-server.js";

/** What the model answers next: fixed, or made for the request, whose tools a call must fit. */
export type Line = Reply | ((request: ModelRequest, agent: Agent) => Reply);

/** One request of the program, and a copy of its sessions as they were when it came. */
export interface Recorded {
  readonly kind: RequestKind;
  readonly request: ModelRequest;
  readonly folder: string;
  readonly sessionFile: string | null;
}

/** What a scenario works with: the program, the model's script, and a folder with files. */
export interface Stage {
  readonly agent: Agent;
  readonly program: Program;
  readonly workFolder: string;
  /** Adds to what the model answers to the conversation's requests; then it only says "Understood." */
  readonly script: (...lines: readonly Line[]) => void;
  readonly scriptSummaries: (...lines: readonly Line[]) => void;
  readonly scriptSubAgents: (...lines: readonly Line[]) => void;
  readonly write: (name: string, text: string) => void;
  /** Waits until so many requests of the conversation have come. */
  readonly requests: (count: number) => Promise<void>;
  readonly recorded: readonly Recorded[];
  readonly close: () => Promise<void>;
}

/** The model calls for these deeds, with some words before. */
export function act(deeds: readonly Deed[], around: Omit<Reply, "calls"> = {}): Line {
  return (request, agent) => ({
    ...around,
    calls: deeds.map((deed) => agent.call(deed, request)),
  });
}

interface StageOptions {
  /** Files that are in the work folder before the program starts. */
  readonly files?: Readonly<Record<string, string>>;
  readonly hasToolServer?: boolean;
  /** Where the program's home and its work folder are; absent: in the folder of what is kept. */
  readonly lived?: string;
}

export async function openStage(
  program: Program,
  folder: string,
  { files = {}, hasToolServer = false, lived = folder }: StageOptions = {},
): Promise<Stage> {
  const command = program.command();
  if (command === null) throw new Error(`${program.name} is not installed`);
  const [homeFolder, workFolder] = [join(lived, "home"), join(lived, "work")];
  mkdirSync(homeFolder, { recursive: true });
  mkdirSync(workFolder, { recursive: true });
  const write = (name: string, text: string): void => writeFileSync(join(workFolder, name), text);
  for (const [name, text] of Object.entries(files)) write(name, text);
  const scripts: Record<RequestKind, Line[]> = {
    main: [],
    compaction: [],
    "sub-agent": [],
    side: [],
  };
  const recorded: Recorded[] = [];
  const early: { agent?: Agent } = {};
  const problems: unknown[] = [];
  const decide = async (request: ModelRequest): Promise<Reply> => {
    const { agent } = early;
    if (agent === undefined) return { text: "Too early." };
    const kind = agent.kindOf(request);
    if (kind !== "side") {
      await untilQuiet(program.sessionFolders.map((name) => join(homeFolder, name)));
      const to = { folder, homeFolder, count: recorded.length };
      recorded.push(record({ program, agent, kind, request, ...to }));
    }
    const line = scripts[kind].shift() ?? DEFAULT_LINES[kind];
    return typeof line === "function" ? line(request, agent) : line;
  };
  const answer = async (request: ModelRequest): Promise<Reply> => {
    try {
      return await decide(request);
    } catch (error) {
      problems.push(error);
      return { text: "The script has failed." };
    }
  };
  const server = await startScriptedServer(answer);
  const logFile = join(folder, "program.log");
  const place = {
    binaryCommand: command,
    serverUrl: server.url,
    model: program.models[0],
    ...{ homeFolder, workFolder, logFile },
    toolServer: hasToolServer ? toolServerCommand() : null,
  };
  const agent = await program.start(place);
  early.agent = agent;
  return {
    agent,
    program,
    workFolder,
    recorded,
    script: (...lines) => scripts.main.push(...lines),
    scriptSummaries: (...lines) => scripts.compaction.push(...lines),
    scriptSubAgents: (...lines) => scripts["sub-agent"].push(...lines),
    write,
    requests: (count) => untilTrue(() => mainCount(recorded) >= count),
    close: async () => {
      await agent.close();
      await server.close();
      if (problems.length > 0) throw problems[0];
    },
  };
}

const DEFAULT_LINES: Record<RequestKind, Reply> = {
  main: { text: "Understood." },
  compaction: { text: "Summary: the user asked for small things, and they are done." },
  "sub-agent": { text: "The sub-agent has looked, and all is well." },
  side: { text: "A title" },
};

function mainCount(recorded: readonly Recorded[]): number {
  return recorded.filter(({ kind }) => kind === "main").length;
}

function record({
  program,
  agent,
  kind,
  request,
  folder,
  homeFolder,
  count,
}: Omit<Recorded, "sessionFile"> & {
  program: Program;
  agent: Agent;
  homeFolder: string;
  count: number;
}): Recorded {
  const own = join(folder, String(count + 1).padStart(2, "0"));
  const files = join(own, "files");
  mkdirSync(files, { recursive: true });
  for (const name of program.sessionFolders) {
    const from = join(homeFolder, name);
    if (existsSync(from)) cpSync(from, join(files, name), { recursive: true });
  }
  writeFileSync(join(own, "request.json"), JSON.stringify({ kind, ...request }, null, 1));
  return { kind, request, folder: own, sessionFile: agent.sessionFile(files, request) };
}

const QUIET_MS = 130;
const QUIET_TIMES = 3;

/** Programs write their sessions a little later than they think. */
async function untilQuiet(folders: readonly string[]): Promise<void> {
  let [before, quiet] = ["", 0];
  for (let tries = 0; tries < 20 && quiet < QUIET_TIMES; tries += 1) {
    const now = folders.map(sizesOf).join();
    quiet = now === before ? quiet + 1 : 0;
    before = now;
    await pause(QUIET_MS);
  }
}

function sizesOf(folder: string): string {
  if (!existsSync(folder)) return "";
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.map((name) => `${name}:${statSync(join(folder, name)).size}`).join();
}

async function untilTrue(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (holds()) return;
    await pause(100);
  }
  throw new Error("a request that the scenario waits for did not come within 30 s");
}

export const pause = (durationMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, durationMs));
