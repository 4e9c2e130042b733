import { accountantOf } from "../../dialects/dialects.js";
import { RefoldError, isRefoldError } from "../../errors.js";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { type PlanSource, invalidPlan } from "../../experiments/errors.js";
import type { ClientTurn, Metric } from "../../experiments/experiment.js";
import { type ParsedPlan, parsePlan } from "../../experiments/parse-plan.js";
import { ExperimentPlan } from "../../experiments/plan.js";
import { isJsonObject } from "../../events/json.js";
import { projectTranscript } from "../../projections/transcript/project-transcript.js";
import { renderTranscript } from "../../projections/transcript/render-transcript.js";
import type { ModelClient } from "../../runtime/models/model-client.js";
import type { Tool } from "../../runtime/tools/tool.js";
import { fileBytes } from "../../sessions/file-bytes.js";
import { CLIENT_NAMES, ClientSettings } from "./clients.js";

/** A plan as a file has it: what the API takes as functions is named here. */
const PlanFile = ExperimentPlan.extend({
  /** For `run`: how each provider is asked, by its name. */
  clients: z.partialRecord(z.enum(CLIENT_NAMES), ClientSettings).exactOptional(),
  /** For `run`: a module that exports `model` and `tools`, beside the plan. */
  module: z.string().min(1).exactOptional(),
  metrics: z
    .record(
      z.string().min(1),
      z.strictObject({
        /** Reads the transcript and prints a number. */
        command: z.string().min(1),
        better: z.enum(["more", "less"]).exactOptional(),
      }),
    )
    .exactOptional(),
});

/** A plan, and the folder that its paths are meant in. */
interface LoadedPlan extends ParsedPlan<z.infer<typeof PlanFile>> {
  readonly folder: string;
}

/**
 * Reads a plan's file. A base that is a path is meant beside the plan.
 * @throws {RefoldError} `file-not-found`
 * @throws {RefoldError} `invalid-plan`
 */
export async function loadPlan(path: string): Promise<LoadedPlan> {
  await fileBytes(path); // says what is wrong with a path
  const { plan, source } = parsePlan(await readFile(path, "utf8"), path, PlanFile);
  const folder = dirname(resolve(path));
  const beside = resolve(folder, plan.base);
  const isPath = existsSync(beside) || /[/\\.~]/.test(plan.base); // no id holds any of these
  const base = isPath ? beside : plan.base;
  return { plan: { ...plan, base }, source, folder };
}

/** What a plan's module says of a turn; null: it leaves that to others. */
interface ModuleAnswer {
  readonly model: ModelClient | null;
  readonly tools: readonly Tool[] | null;
}

/**
 * Loads a plan's module: its exports `model` and `tools` are what is meant, or functions that make it
 * of a `ClientTurn` (variant, repetition, seed, turn, model, provider).
 * @throws {RefoldError} `invalid-plan`: there is no such module, or it exports neither
 */
export async function loadPlanModule(
  { module, folder }: { readonly module: string; readonly folder: string },
  source: PlanSource,
): Promise<(wish: ClientTurn) => Promise<ModuleAnswer>> {
  const path = resolve(folder, module);
  const refuse = (message: string): RefoldError<"invalid-plan"> =>
    invalidPlan([{ path: ["module"], message }], source);
  let exported: Readonly<Record<string, unknown>>;
  try {
    exported = { ...(await importModule(path)) };
  } catch (error) {
    throw refuse(`${path} could not be loaded: ${error instanceof Error ? error.message : "?"}`);
  }
  const { model, tools } = exported;
  if (model === undefined && tools === undefined) {
    throw refuse(`${path} exports neither \`model\` nor \`tools\``);
  }
  return async (wish) => {
    const answered = await made(model, wish);
    const offered = await made(tools, wish);
    if (answered !== undefined && !isModelClient(answered)) {
      throw refuse(`\`model\` of ${path} is no model client, nor a function that makes one`);
    }
    if (offered !== undefined && !isToolList(offered)) {
      throw refuse(`\`tools\` of ${path} is no list of tools, nor a function that makes one`);
    }
    return { model: answered ?? null, tools: offered ?? null };
  };
}

async function importModule(path: string): Promise<object> {
  const loaded: unknown = await import(pathToFileURL(path).href);
  return isJsonObject(loaded) ? loaded : {};
}

async function made(value: unknown, wish: ClientTurn): Promise<unknown> {
  return isMaker(value) ? await value(wish) : value;
}

/** Whatever it takes and gives: that is looked at when it has given it. */
function isMaker(value: unknown): value is (wish: ClientTurn) => unknown {
  return typeof value === "function";
}

function isModelClient(value: unknown): value is ModelClient {
  if (!isJsonObject(value) || !("serializer" in value)) return false;
  return typeof value["stream"] === "function" && typeof value["model"] === "string";
}

function isToolList(value: unknown): value is readonly Tool[] {
  const isTool = (tool: unknown) => isJsonObject(tool) && "declaration" in tool && "run" in tool;
  return Array.isArray(value) && value.every(isTool);
}

/** A metric's command did not say a number. */
function metricFailed(metric: string, reason: string, options?: ErrorOptions): RefoldError {
  const message = `metric ${metric}: ${reason}`;
  const remedy =
    "The command reads the transcript as text from standard input and prints a number.";
  return new RefoldError("metric-failed", { metric }, { message, remedy }, options);
}

/** A figure that a shell command makes of a variant's transcript. */
export function commandMetric(
  name: string,
  { command, better }: { readonly command: string; readonly better?: "more" | "less" },
): Metric {
  return {
    ...(better !== undefined && { better }),
    measure: async ({ source }) => {
      const transcript = await renderTranscript(
        await projectTranscript(source, { accountantOf }),
        "text",
      );
      const said = (await answerOf(name, command, transcript)).trim();
      const value = said === "" ? NaN : Number(said);
      if (Number.isFinite(value)) return value;
      throw metricFailed(name, "its command printed something else than a number");
    },
  };
}

async function answerOf(name: string, command: string, transcript: string): Promise<string> {
  const child = spawn(command, { shell: true, stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  // Who has seen enough may stop reading: that it ended well is what counts.
  child.stdin.on("error", () => child.stdin.destroy());
  child.stdin.end(transcript);
  try {
    const [said, code] = await Promise.all([text(child.stdout), ended]);
    if (code === 0) return said;
    throw metricFailed(name, `its command ended with ${code ?? "a signal"}`);
  } catch (error) {
    if (isRefoldError(error, "metric-failed")) throw error;
    throw metricFailed(name, "its command could not be run", { cause: error });
  }
}
