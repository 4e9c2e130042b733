import { findModel, type FoundModel, KNOWN_MODELS } from "../../models/find-model.js";
import type { CacheRule, ModelInfo } from "../../models/model-info.js";
import type { ModelPrice, TokenRates } from "../../models/model-price.js";
import { ExitCode, type DeclareCommand, type Shell } from "../shell.js";
import { figure, lifetimeFigure, shortFigure } from "../../projections/figures.js";
import { fieldLines, padEnd, padStart } from "../output/layout.js";
import type { Output } from "../output/output.js";
import { declarePrices, loadPrices, type PricesOption } from "../prices.js";

interface ModelsOptions extends PricesOption {
  readonly json?: true;
}

/** `refold models`: what is known of each model, or of one. */
export const declareModels: DeclareCommand = (command, shell) => {
  const { output } = shell;
  declarePrices(command)
    .argument("[model]", "one model's id, also with a date or a namespace")
    .option("--json", "the entries as one JSON document")
    .addHelpText("after", EXAMPLE)
    .action(async (id: string | undefined, options: ModelsOptions) => {
      if (id !== undefined) await showModel(id, options, shell);
      else if (options.json) output.json([...KNOWN_MODELS.values()], { indent: 2 });
      else output.text(tableLines([...KNOWN_MODELS.values()], output));
    });
};

/** Of a model that nothing is known of: the defaults that are used, and the nearest names. */
async function showModel(id: string, options: ModelsOptions, shell: Shell): Promise<void> {
  const { output } = shell;
  const found = findModel(id);
  const { findPrice } = await import("../../models/prices.js");
  const { price } = findPrice(id, await loadPrices(options));
  if (found.entry === null) shell.exitCode = ExitCode.refused;
  if (options.json) output.json({ ...found, price }, { indent: 2 });
  else output.text(modelLines(found, price, output));
}

function modelLines(
  { model, entry, match, notice }: FoundModel,
  price: ModelPrice | null,
  output: Output,
): string[] {
  const { truncationPolicy: policy, cache } = model;
  const fields = {
    entry: entry === null ? "none: defaults" : `${entry} (${match})`,
    provider: model.provider ?? "unknown",
    window: tokens(model.contextWindow),
    output: tokens(model.maxOutputTokens),
    takes: model.modalities.join(", "),
    bounding: `${figure(policy.limit)} ${policy.mode} of tool output`,
    tokenizer: model.encoding ?? `none offline; ${factorWords(model)}`,
    cache: cache === null ? "unknown" : cacheWords(cache),
    traits: model.traits.join(", "),
    source: `${model.source} (${model.date})`,
    price: priceWords(price),
    notice,
  };
  return [output.styles.bold(model.id), ...fieldLines(fields, output)];
}

/** `estimates × 1.3 (recorded)`. */
function factorWords({ tokenFactor, tokenFactorBasis }: ModelInfo): string {
  return `estimates × ${tokenFactor} (${tokenFactorBasis})`;
}

function cacheWords({ mode, minimumTokens, lifetimes }: CacheRule): string {
  const kept = lifetimes.map(lifetimeFigure).join(" or ");
  return `${mode}, from ${tokens(minimumTokens)}, kept ${kept}`;
}

function priceWords(price: ModelPrice | null): string {
  if (price === null) return "unknown";
  const tiers = price.tiers.map(
    (tier) => `; above ${shortFigure(tier.aboveInputTokens)} tokens: ${rateWords(tier)}`,
  );
  const date = price.date === "" ? "" : ` (${price.date})`;
  return `${rateWords(price)}${tiers.join("")}; for a million tokens${date}`;
}

function rateWords(rates: TokenRates): string {
  const { input, cachedInput, cacheWrite, longCacheWrite, output } = rates;
  const named: readonly (readonly [rate: number | null, name: string])[] = [
    [input, "in"],
    [cachedInput, "cached"],
    [cacheWrite, "cache write"],
    [longCacheWrite, "long cache write"],
    [output, "out"],
  ];
  return named.flatMap(([rate, name]) => (rate === null ? [] : [`$${rate} ${name}`])).join(", ");
}

function* tableLines(models: readonly ModelInfo[], { styles }: Output): Generator<string> {
  const widest = Math.max(...models.map(({ id }) => id.length));
  yield styles.dim(`${padEnd("model", widest)}  provider    window  output  takes        known of`);
  for (const model of models) {
    yield [
      padEnd(model.id, widest),
      padEnd(model.provider ?? "", 9),
      padStart(model.contextWindow === null ? "?" : shortFigure(model.contextWindow), 8),
      padStart(model.maxOutputTokens === null ? "?" : shortFigure(model.maxOutputTokens), 6),
      padEnd(model.modalities.join(", "), 11),
      model.date,
    ].join("  ");
  }
}

function tokens(count: number | null): string {
  return count === null ? "unknown" : `${shortFigure(count)} tokens`;
}

const EXAMPLE = `
Of a model that nothing is known of, the defaults that are used are shown, and the exit code is 1.

Example:
  $ refold models
  $ refold models gpt-5-codex --json`;
