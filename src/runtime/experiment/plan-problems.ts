import { z } from "zod";
import type { PlanPath, PlanProblem } from "./invalid-plan.js";
import { nearestNames } from "../../nearest-names.js";

/** What a schema found wrong, in our words; names that nobody knows with the nearest that exist. */
export function planProblems(schema: z.core.$ZodType, error: z.ZodError): readonly PlanProblem[] {
  return error.issues.flatMap((issue) => problemsOf(issue, schema));
}

function problemsOf(issue: z.core.$ZodIssue, schema: z.core.$ZodType): readonly PlanProblem[] {
  const path = issue.path.map((step) => (typeof step === "number" ? step : String(step)));
  if (issue.code === "invalid_key") {
    return issue.issues.map(({ message }) => ({ path, message }));
  }
  if (issue.code !== "unrecognized_keys") return [{ path, message: messageOf(issue) }];
  const known = membersAt(schema, path);
  const what = path.at(-1) === "facts" ? "fact" : "field";
  return issue.keys.map((key) => ({
    path: [...path, key],
    message: `there is no such ${what}`,
    nearest: nearestNames(key, known),
  }));
}

/** What YAML and JSON name otherwise than a schema does. */
const KINDS: Readonly<Record<string, string>> = {
  record: "a map of names",
  object: "a map",
  array: "a list",
  string: "a text",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
};

function messageOf(issue: z.core.$ZodIssue): string {
  const kind = issue.code === "invalid_type" ? KINDS[issue.expected] : undefined;
  if (kind === undefined) return issue.message.replace(/^Invalid input: e/, "e");
  const isMissing = issue.message.endsWith("received undefined");
  return isMissing ? `is missing: ${kind}` : `has to be ${kind}`;
}

/** The names that an object has at a place of a schema. */
function membersAt(schema: z.core.$ZodType, path: PlanPath): readonly string[] {
  const [step, ...rest] = path;
  if (schema instanceof z.ZodExactOptional) return membersAt(schema.unwrap(), path);
  if (schema instanceof z.ZodObject) {
    const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
    if (step === undefined) return Object.keys(shape);
    const member = shape[step];
    return member === undefined ? [] : membersAt(member, rest);
  }
  if (schema instanceof z.ZodRecord) {
    if (step !== undefined) return membersAt(schema.valueType, rest);
    return schema.keyType instanceof z.ZodEnum ? schema.keyType.options.map(String) : [];
  }
  if (step === undefined) return [];
  if (schema instanceof z.ZodArray) return membersAt(schema.element, rest);
  return [];
}
