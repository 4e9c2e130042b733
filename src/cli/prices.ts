import type { Command } from "commander";
import type { ModelPrice } from "../models/model-price.js";
import type { PriceTable } from "../models/prices.js";
import { pathOption } from "./options.js";
import type { Output } from "./output/output.js";

/** What `declarePrices` adds to a command's options. */
export interface PricesOption {
  /** A price file. */
  readonly prices?: string;
}

/** The option of every command that shows money. */
export function declarePrices(command: Command): Command {
  return command.option(
    "--prices <file>",
    "a file of prices, before the known ones (REFOLD_PRICES)",
    pathOption,
  );
}

/**
 * The known prices, with those of the file that `--prices` or `REFOLD_PRICES` names before them.
 * @throws {RefoldError} `file-not-found`
 * @throws {RefoldError} `price-file-invalid`: names line and field
 */
export async function loadPrices({ prices }: PricesOption): Promise<PriceTable> {
  const { definePrices, KNOWN_PRICES } = await import("../models/prices.js");
  const path = prices ?? process.env["REFOLD_PRICES"] ?? "";
  if (path === "") return KNOWN_PRICES;
  const { parsePriceFile } = await import("../models/price-file.js");
  const { readFile } = await import("node:fs/promises");
  const { fileBytes } = await import("../sessions/file-bytes.js");
  await fileBytes(path); // says what is wrong with a path
  return definePrices(parsePriceFile(await readFile(path, "utf8"), path));
}

/** Prices by model for what is shown of one session, and the models that were asked for in vain. */
export async function openPrices(options: PricesOption) {
  const table = await loadPrices(options);
  const { findPrice } = await import("../models/prices.js");
  const unpriced = new Set<string>();
  const priceOf = (model: string): ModelPrice | null => {
    const { price } = findPrice(model, table);
    if (price === null) unpriced.add(model);
    return price;
  };
  return { priceOf, unpriced };
}

/**
 * Names the models whose price is unknown, once, beside the result.
 * @param models null: nobody named the model, and no price file can; the result says how many requests
 */
export function tellUnpriced(models: Iterable<string | null>, messages: Output): void {
  const names = [...models].filter((model) => model !== null).toSorted();
  if (names.length === 0) return;
  messages.text(`refold: no price is known for ${names.join(", ")}; --prices FILE can give one`);
}
