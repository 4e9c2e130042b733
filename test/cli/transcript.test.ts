import { describe, expect, test } from "vitest";
import { z } from "zod";
import { recordedSessions, sharedSessions } from "./recorded-sessions.js";
import { callRefold } from "./run-refold.js";

const Spent = z.object({ requests: z.number(), cost: z.number().nullable(), unpriced: z.number() });
const Tokens = z.object({ input: z.number(), output: z.number() });
const Stats = z.object({ tokens: Spent.extend(Tokens.shape) });
const Told = z.object({ spent: Spent.extend({ usage: Tokens.nullable() }) });

const sessions = [...recordedSessions(), ...sharedSessions()].filter(
  ({ path }, index, all) => all.findIndex((other) => other.path === path) === index,
);

describe("refold transcript", () => {
  test.each(sessions)("$name cost what stats counts", async ({ path }) => {
    const [stats, transcript] = await Promise.all([
      callRefold(["stats", path, "--json"]),
      callRefold(["transcript", path, "--format", "json"]),
    ]);
    const { tokens } = Stats.parse(JSON.parse(stats.stdout));
    const { spent } = Told.parse(JSON.parse(transcript.stdout));
    const { requests, unpriced, cost, usage } = spent;
    expect({ requests, unpriced, cost, ...(usage ?? { input: 0, output: 0 }) }).toMatchObject({
      ...{ requests: tokens.requests, unpriced: tokens.unpriced, cost: tokens.cost ?? 0 },
      ...{ input: tokens.input, output: tokens.output },
    });
  });
});
