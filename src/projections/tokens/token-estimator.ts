import { invalidArgument } from "../../errors.js";
import { tokensOfBytes, tokensOfText } from "../../events/bytes.js";
import type { Item } from "../../events/item.js";

/** A way to count or estimate tokens. Pure; every count is a whole number of tokens. */
export interface TokenEstimator {
  /** `coarse`, `script-aware`, `exact:o200k_base`, …; shown beside the figures. */
  readonly name: string;
  text(text: string): number;
  /**
   * @param countedBytes the item's size by docs/semantics.md §7.1, which every entry has at hand
   */
  item(item: Item, countedBytes: number): number;
}

/** Bytes by four, rounded up: what Codex itself counts with (docs/semantics.md §7.1). */
export const coarseEstimator: TokenEstimator = {
  name: "coarse",
  text: tokensOfText,
  item: (_item, countedBytes) => tokensOfBytes(countedBytes),
};

/** One request: what was estimated for it, and what its provider reported, in tokens. */
export interface CalibrationPair {
  readonly estimated: number;
  readonly reported: number;
}

/** By how much an estimator is off for one model, and how well that is known. */
export interface Calibration {
  /** Reported tokens for one estimated token. */
  readonly factor: number;
  /** Pairs that went in. */
  readonly pairs: number;
  /** Mean of |reported - factor × estimated| / reported. */
  readonly meanError: number;
}

/**
 * Fits a factor to reported usage: the sums' ratio, so that long requests, which matter most, weigh
 * most. Pairs without tokens on either side say nothing and are passed over.
 * @throws {RefoldError} `invalid-argument`: no pair says anything
 */
export function calibrate(pairs: readonly CalibrationPair[]): Calibration {
  const telling = pairs.filter(({ estimated, reported }) => estimated > 0 && reported > 0);
  if (telling.length === 0) throw invalidArgument("no request with an estimate and a report");
  const estimated = telling.reduce((sum, pair) => sum + pair.estimated, 0);
  const reported = telling.reduce((sum, pair) => sum + pair.reported, 0);
  const factor = reported / estimated;
  const errors = telling.map((pair) => Math.abs(pair.reported - factor * pair.estimated));
  const relative = errors.map((error, index) => error / (telling[index]?.reported ?? 1));
  const meanError = relative.reduce((sum, error) => sum + error, 0) / telling.length;
  return { factor, pairs: telling.length, meanError };
}

/** The estimator with every count multiplied by the fitted factor, rounded up. */
export function calibrated(estimator: TokenEstimator, { factor }: Calibration): TokenEstimator {
  return {
    name: `${estimator.name} × ${factor.toFixed(3)}`,
    text: (text) => Math.ceil(estimator.text(text) * factor),
    item: (item, countedBytes) => Math.ceil(estimator.item(item, countedBytes) * factor),
  };
}
