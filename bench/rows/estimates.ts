import { existsSync, readdirSync } from "node:fs";
import { findModel } from "../../src/models/find-model.js";
import {
  type ErrorRow,
  errorRows,
  type ErrorSpread,
  type EstimatedSampling,
  estimatedSamplings,
} from "../../src/projections/views/estimate-errors.js";
import { openSession } from "../../src/sessions/open-session.js";
import type { Budget } from "../budgets.js";
import type { Outcome } from "../outcome.js";
import type { Row } from "../row.js";

/** Recorded sessions of other projects, which are not part of this one. */
const SESSIONS = "../shared/sessions";
const PROVIDERS = ["anthropic", "openai", "google"] as const;
/** How far an estimate may be off. */
const TARGET_PERCENT = 20;

/**
 * Estimates against the input that providers reported, by model. What a session does not record of
 * its requests (Claude Code: system prompt and tools) makes totals incomparable, so the budget is on
 * the growth from one request to the next. The whole input is held to what the first report had
 * beyond the estimate, and is shown beside it.
 */
async function run(): Promise<readonly Outcome[]> {
  const samplings = await allSamplings();
  const known = samplings.flatMap((sampling) => {
    const { entry, model } = findModel(sampling.model);
    return entry === null ? [] : [{ ...sampling, model: entry, provider: model.provider }];
  });
  const unknown = samplings.length - known.length;
  const outcomes = PROVIDERS.flatMap((provider): readonly Outcome[] => {
    const own = known.filter((sampling) => sampling.provider === provider);
    if (own.length > 0) return errorRows(own).byModel.flatMap(outcomesOf);
    return [{ name: `estimates for ${provider}`, leftOut: "no recorded session of its models" }];
  });
  if (unknown === 0) return outcomes;
  const leftOut = `${unknown} requests: their sessions name no model that is known`;
  return [...outcomes, { name: "estimates for other models", leftOut }];
}

async function allSamplings(): Promise<readonly EstimatedSampling[]> {
  if (!existsSync(SESSIONS)) return [];
  const found: EstimatedSampling[] = [];
  for (const file of readdirSync(SESSIONS).filter((name) => name.endsWith(".jsonl"))) {
    const session = await openSession(`${SESSIONS}/${file}`);
    found.push(...(await estimatedSamplings(session.source)));
    await session.close();
  }
  return found;
}

function outcomesOf({ name, input, growth }: ErrorRow): readonly Outcome[] {
  return [
    ...figuresOf(`${name}: growth`, growth, { most: TARGET_PERCENT }),
    ...figuresOf(`${name}: whole input`, input, {}),
  ];
}

function figuresOf(name: string, spread: ErrorSpread | null, budget: Budget): readonly Outcome[] {
  if (spread === null) return [{ name, leftOut: "no request can be compared" }];
  const { count, median, p90 } = spread;
  const off = { unit: "%", floor: null } as const;
  return [
    { name: `${name}, median of ${count}`, ...off, measured: Math.abs(median) * 100, budget },
    { name: `${name}, 90 of 100 within`, ...off, measured: p90 * 100, budget: {} },
  ];
}

export const row: Row = { run, probes: {} };
