import { z } from "zod";
import { type PlanProblem, type PlanSource } from "./errors.js";
/** A plan as a file holds it, and where its parts stand there. */
export interface ParsedPlan<Plan> {
    readonly plan: Plan;
    readonly source: PlanSource;
}
/**
 * Reads a plan's text: YAML, or JSON, which is YAML too.
 * @param name of the file, for messages
 * @throws {InvalidPlan} names file, line, column and path of each problem
 */
export declare function parsePlan<Plan>(text: string, name: string, schema: z.ZodType<Plan>): ParsedPlan<Plan>;
/** What a schema found wrong, in our words; names that nobody knows with the nearest that exist. */
export declare function planProblems(schema: z.core.$ZodType, error: z.ZodError): readonly PlanProblem[];
