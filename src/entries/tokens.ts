// `refold/tokens`: estimates and exact counts of tokens, and what they cost.
export { countItemBytes } from "../events/item-bytes.js";
export { contentEstimator, estimatorFor } from "../projections/tokens/content-estimator.js";
export {
  countWithClient,
  toCountTokensBody,
  exactEstimatorFor,
  loadTokenCounter,
} from "../projections/tokens/exact-tokens.js";
export { estimateTextTokens } from "../projections/tokens/script-aware.js";
export {
  calibrate,
  calibrated,
  type Calibration,
  type CalibrationPair,
  coarseEstimator,
  type TokenEstimator,
} from "../projections/tokens/token-estimator.js";
export {
  projectEstimateErrors,
  type EstimateErrors,
} from "../projections/views/estimate-errors.js";
export { projectCalibrationPairs } from "../projections/views/reported-requests.js";
export { costOf, type Cost, type ModelPrice } from "../models/model-price.js";
export { parsePriceFile } from "../models/price-file.js";
export {
  definePrices,
  findPrice,
  type FoundPrice,
  KNOWN_PRICES,
  type PriceDefinition,
  type PriceTable,
} from "../models/prices.js";
