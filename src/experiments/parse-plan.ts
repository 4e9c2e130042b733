import type { PlanProblem } from "../errors.js";
import { type Document, isMap, isNode, isPair, LineCounter, parseDocument } from "yaml";
import { z } from "zod";
import { nearestNames } from "../nearest-names.js";
import { type PlanPath, type PlanSource, invalidPlan } from "./errors.js";

/** A plan as a file holds it, and where its parts are there. */
export interface ParsedPlan<Plan> {
  readonly plan: Plan;
  readonly source: PlanSource;
}

/**
 * Reads a plan's text: YAML, or JSON, which is YAML too.
 * @param name of the file, for messages
 * @throws {RefoldError} `invalid-plan`: names file, line, column and path of each problem
 */
export function parsePlan<Plan>(
  text: string,
  name: string,
  schema: z.ZodType<Plan>,
): ParsedPlan<Plan> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const source = planSource(name, document, lines);
  if (document.errors.length > 0) {
    const problems = document.errors.map(({ message, pos }) => {
      const { line, col } = lines.linePos(pos[0]);
      return { path: [], message: `line ${line}, column ${col}: ${message}` };
    });
    throw invalidPlan(problems, { ...source, locate: () => null });
  }
  const parsed = schema.safeParse(valueOf(document, source));
  if (!parsed.success) throw invalidPlan(planProblems(schema, parsed.error), source);
  return { plan: parsed.data, source };
}

/** A text that begins with `*` is an alias: YAML finds out here that it names no anchor. */
function valueOf(document: Document, source: PlanSource): unknown {
  try {
    return document.toJS();
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    const message = `${error.message}; a text that begins with * stands in quotes`;
    throw invalidPlan([{ path: [], message }], source);
  }
}

function planSource(name: string, document: Document, lines: LineCounter): PlanSource {
  return {
    name,
    locate: (path) => {
      const start = startOf(document, path);
      if (start === null) return null;
      const { line, col } = lines.linePos(start);
      return { line, column: col };
    },
  };
}

/** Where a member's name is, or a list's element; of what is absent, where it would belong. */
function startOf(document: Document, path: PlanPath): number | null {
  const last = path.at(-1);
  if (last === undefined) return document.contents?.range?.[0] ?? null;
  const parent: unknown =
    path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (isMap(parent)) {
    const pair = parent.items.find((one) => isNode(one.key) && String(one.key) === String(last));
    if (isPair(pair) && isNode(pair.key)) return pair.key.range?.[0] ?? null;
  }
  const node: unknown = document.getIn(path, true);
  if (isNode(node)) return node.range?.[0] ?? null;
  return startOf(document, path.slice(0, -1));
}

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
