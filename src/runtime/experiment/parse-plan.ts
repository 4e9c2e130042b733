import { LineCounter, parseDocument, isNode, isPair, isMap, type Document } from "yaml";
import type { z } from "zod";
import { InvalidPlan, type PlanPath, type PlanSource } from "./invalid-plan.js";
import { planProblems } from "./plan-problems.js";

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
    throw new InvalidPlan(problems, { ...source, locate: () => null });
  }
  const parsed = schema.safeParse(valueOf(document, source));
  if (!parsed.success) throw new InvalidPlan(planProblems(schema, parsed.error), source);
  return { plan: parsed.data, source };
}

/** A text that begins with `*` is an alias: YAML finds out here that it names no anchor. */
function valueOf(document: Document, source: PlanSource): unknown {
  try {
    return document.toJS();
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    const message = `${error.message}; a text that begins with * stands in quotes`;
    throw new InvalidPlan([{ path: [], message }], source);
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

/** Where a member's name stands, or a list's element; of what is absent, where it would belong. */
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
