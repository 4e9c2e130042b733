import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { existsSync } from "node:fs";
import { z } from "zod";
import { fileBytes } from "../../runtime/discovery/file-bytes.js";
import type { ParsedPlan } from "../../runtime/experiment/parse-plan.js";
import { parsePlan } from "../../runtime/experiment/parse-plan.js";
import { ExperimentPlan } from "../../runtime/experiment/plan.js";
import { CLIENT_NAMES, ClientWishes } from "./client-wishes.js";

/** A plan as a file has it: what the API takes as functions is named here. */
const PlanFile = ExperimentPlan.extend({
  /** For `run`: how each provider is asked, by its name. */
  clients: z.partialRecord(z.enum(CLIENT_NAMES), ClientWishes).exactOptional(),
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
export type PlanFile = z.infer<typeof PlanFile>;

/** A plan, and the folder that its paths are meant in. */
export interface LoadedPlan extends ParsedPlan<PlanFile> {
  readonly folder: string;
}

/**
 * Reads a plan's file. A base that is a path is meant beside the plan.
 * @throws {FileNotFound} @throws {InvalidPlan}
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
