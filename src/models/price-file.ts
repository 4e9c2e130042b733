import { z } from "zod";
import { RefoldError } from "../errors.js";
import type { PriceDefinition } from "./prices.js";

const Rate = z.number().nonnegative();

const Rates = {
  input: Rate,
  output: Rate,
  cachedInput: Rate.exactOptional(),
  cacheWrite: Rate.exactOptional(),
  longCacheWrite: Rate.exactOptional(),
  reasoning: Rate.exactOptional(),
};

/** Our own format (docs/prices.md). */
const OwnFile = z.strictObject({
  prices: z.record(
    z.string().min(1),
    z.strictObject({
      ...Rates,
      tiers: z
        .array(z.strictObject({ aboveInputTokens: z.int().positive(), ...Rates }))
        .exactOptional(),
      source: z.string().exactOptional(),
      date: z.string().exactOptional(),
    }),
  ),
});

/** What is read of LiteLLM's public price file: US dollars for one token. */
const LiteLlmFile = z.record(z.string(), z.looseObject({}));

/**
 * Reads a price file: our own format (docs/prices.md), or that of LiteLLM's public
 * `model_prices_and_context_window.json`, of which the models with prices for input and output tokens
 * are taken, with their tiers; not those for batches, priorities and other media.
 * @param text JSON
 * @param name of the file, for messages
 * @throws {RefoldError} `price-file-invalid`: names line and field
 */
export function parsePriceFile(text: string, name = "the price file"): readonly PriceDefinition[] {
  const file = { text, name };
  const value = parsed(file);
  if (typeof value === "object" && value !== null && "prices" in value) {
    const own = OwnFile.safeParse(value);
    if (!own.success) throw invalid(file, own.error);
    return Object.entries(own.data.prices).map(([id, price]) => ({ source: name, ...price, id }));
  }
  const models = LiteLlmFile.safeParse(value);
  if (!models.success) throw invalid(file, models.error);
  const definitions = Object.entries(models.data).flatMap(([id, model]) => {
    if (id === "sample_spec") return []; // it describes the fields, also in words
    const rates = ratesOf(file, id, model, "");
    if (rates === null) return [];
    return [{ ...rates, id, tiers: tiersOf(file, id, model), source: name }];
  });
  if (definitions.length > 0) return definitions;
  throw refusal(file, [], "holds neither `prices` nor a model with `input_cost_per_token`");
}

interface PriceFile {
  readonly text: string;
  readonly name: string;
}

const NAMES = {
  input: "input_cost_per_token",
  output: "output_cost_per_token",
  cachedInput: "cache_read_input_token_cost",
  cacheWrite: "cache_creation_input_token_cost",
  longCacheWrite: "cache_creation_input_token_cost_above_1hr",
  reasoning: "output_cost_per_reasoning_token",
} as const;

const TIER = /^input_cost_per_token_above_(\d+)k_tokens$/;

function tiersOf(
  file: PriceFile,
  id: string,
  model: Readonly<Record<string, unknown>>,
): NonNullable<PriceDefinition["tiers"]> {
  return Object.keys(model).flatMap((key) => {
    const thousands = TIER.exec(key)?.[1];
    if (thousands === undefined) return [];
    const rates = ratesOf(file, id, model, `_above_${thousands}k_tokens`);
    return rates === null ? [] : [{ ...rates, aboveInputTokens: Number(thousands) * 1000 }];
  });
}

/** The rates of a model or of a tier; what a tier does not name is as for the model. */
function ratesOf(
  file: PriceFile,
  id: string,
  model: Readonly<Record<string, unknown>>,
  suffix: string,
): Pick<PriceDefinition, keyof typeof NAMES> | null {
  const rate = (name: keyof typeof NAMES): number | undefined => {
    const key = NAMES[name] + suffix in model ? NAMES[name] + suffix : NAMES[name];
    const value = model[key];
    if (value === undefined || value === null) return undefined;
    if (typeof value === "number" && value >= 0) return Math.round(value * 1e12) / 1e6;
    throw refusal(file, [id, key], "has to be a number from 0");
  };
  const [input, output] = [rate("input"), rate("output")];
  if (input === undefined || output === undefined) return null;
  const rest = (["cachedInput", "cacheWrite", "longCacheWrite", "reasoning"] as const).flatMap(
    (name) => {
      const value = rate(name);
      return value === undefined ? [] : [[name, value] as const];
    },
  );
  return { input, output, ...Object.fromEntries(rest) };
}

function parsed(file: PriceFile): unknown {
  try {
    return JSON.parse(file.text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const position = /at position (\d+)/.exec(error.message)?.[1];
    const line = lineAt(file.text, position === undefined ? file.text.length : Number(position));
    throw new RefoldError(
      "price-file-invalid",
      { file: file.name, line, field: null },
      { message: `${file.name}:${line}: is not JSON`, remedy: REMEDY },
    );
  }
}

function invalid(file: PriceFile, error: z.ZodError): RefoldError<"price-file-invalid"> {
  const [issue] = error.issues;
  const path = (issue?.path ?? []).map(String);
  if (issue?.code !== "unrecognized_keys") {
    const problem = (issue?.message ?? "is invalid").replace(/^Invalid input: /, "");
    return refusal(file, path, problem.replace("expected record", "expected an object"));
  }
  return refusal(file, [...path, ...issue.keys.slice(0, 1)], "there is no such field");
}

const REMEDY = "docs/prices.md describes the format; LiteLLM's public price file is read too.";

function refusal(
  file: PriceFile,
  path: readonly string[],
  problem: string,
): RefoldError<"price-file-invalid"> {
  const field = path.length === 0 ? null : path.join(".");
  const line = path.length === 0 ? null : lineOf(file.text, path);
  const place = line === null ? file.name : `${file.name}:${line}`;
  return new RefoldError(
    "price-file-invalid",
    { file: file.name, line, field },
    { message: `${place}: ${field === null ? "" : `${field}: `}${problem}`, remedy: REMEDY },
  );
}

/** The line on which the last name of a path stands that is in the text, each after the one before. */
function lineOf(text: string, path: readonly string[]): number {
  let position = 0;
  for (const name of path) {
    const found = text.indexOf(JSON.stringify(name), position);
    if (found >= 0) position = found;
  }
  return lineAt(text, position);
}

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split("\n").length;
}
