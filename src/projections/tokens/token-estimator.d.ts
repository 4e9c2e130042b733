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
export declare const coarseEstimator: TokenEstimator;
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
 * @throws {InvalidArgument} no pair says anything
 */
export declare function calibrate(pairs: readonly CalibrationPair[]): Calibration;
/** The estimator with every count multiplied by the fitted factor, rounded up. */
export declare function calibrated(estimator: TokenEstimator, { factor }: Calibration): TokenEstimator;
