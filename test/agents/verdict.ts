import { z } from "zod";

const Item = z.record(z.string(), z.unknown());

/** As seen from the program: an item that Refold lacks, has beside, or has in another form. */
const DifferenceSchema = z.object({
  kind: z.enum(["missing", "extra", "changed", "instructions"]),
  position: z.number(),
  program: Item.optional(),
  refold: Item.optional(),
  /** What differences of one cause share. */
  signature: z.string(),
});
export type Difference = z.infer<typeof DifferenceSchema>;

const ComparisonSchema = z.object({
  /** Regrouped: the same content, in other messages or with the base instructions in another place. */
  verdict: z.enum(["equal", "regrouped", "different"]),
  differences: z.array(DifferenceSchema),
});
export type Comparison = z.infer<typeof ComparisonSchema>;

/** Files and folders are named as they lie below the results' folder. */
const JudgedRequestSchema = z.object({
  folder: z.string(),
  /**
   * Continued: of a session that Refold wrote; only its beginning is compared. Slimmed: of a session
   * after `refold slim`; compared with what the program sends of the same session as it was.
   */
  kind: z.enum(["main", "compaction", "sub-agent", "side", "continued", "slimmed"]),
  /** Null where the program had written no session yet: there is nothing to read. */
  sessionFile: z.string().nullable(),
  comparison: ComparisonSchema.nullable(),
  /** What Refold said on standard error, and its exit code. */
  told: z.string(),
  exitCode: z.number().nullable(),
});
export type JudgedRequest = z.infer<typeof JudgedRequestSchema>;

export const JudgedScenarioSchema = z.object({
  program: z.string(),
  scenario: z.string(),
  outcome: z.enum(["judged", "not offered", "failed"]),
  problem: z.string(),
  /** The session as the scenario left it. */
  sessionFile: z.string().nullable(),
  requests: z.array(JudgedRequestSchema),
});
export type JudgedScenario = z.infer<typeof JudgedScenarioSchema>;

/** What is compared of a scenario: a request that came before any session file is not. */
export function compared({ requests }: JudgedScenario) {
  return requests.flatMap(({ comparison, ...rest }) =>
    comparison === null ? [] : [{ ...rest, comparison }],
  );
}

export function isEqual(one: JudgedScenario): boolean {
  const all = compared(one);
  return one.outcome === "judged" && all.every(({ comparison }) => comparison.verdict === "equal");
}
