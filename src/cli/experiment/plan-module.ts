import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ClientWish } from "../../runtime/experiment/experiment.js";
import { InvalidPlan, type PlanSource } from "../../runtime/experiment/invalid-plan.js";
import type { ModelClient } from "../../runtime/models/model-client.js";
import type { Tool } from "../../runtime/tools/tool.js";

/** What a plan's module says of a turn; null: it leaves that to others. */
export interface ModuleAnswer {
  readonly model: ModelClient | null;
  readonly tools: readonly Tool[] | null;
}

/** Asks a plan's module. */
export type PlanModule = (wish: ClientWish) => Promise<ModuleAnswer>;

/**
 * Loads a plan's module: its exports `model` and `tools` are what is meant, or functions that make it
 * of a `ClientWish` (variant, repetition, seed, turn, model, provider).
 * @throws {InvalidPlan} there is no such module, or it exports neither
 */
export async function loadPlanModule(
  { module, folder }: { readonly module: string; readonly folder: string },
  source: PlanSource,
): Promise<PlanModule> {
  const path = resolve(folder, module);
  const refuse = (message: string): InvalidPlan =>
    new InvalidPlan([{ path: ["module"], message }], source);
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
  return typeof loaded === "object" && loaded !== null ? loaded : {};
}

async function made(value: unknown, wish: ClientWish): Promise<unknown> {
  if (!isMaker(value)) return value;
  const result = await value(wish);
  return result;
}

/** Whatever it takes and gives: that is looked at when it has given it. */
function isMaker(value: unknown): value is (wish: ClientWish) => unknown {
  return typeof value === "function";
}

function isModelClient(value: unknown): value is ModelClient {
  return (
    typeof value === "object" &&
    value !== null &&
    "stream" in value &&
    typeof value.stream === "function" &&
    "serializer" in value &&
    "model" in value &&
    typeof value.model === "string"
  );
}

function isToolList(value: unknown): value is readonly Tool[] {
  return (
    Array.isArray(value) &&
    value.every(
      (tool: unknown) =>
        typeof tool === "object" && tool !== null && "declaration" in tool && "run" in tool,
    )
  );
}
