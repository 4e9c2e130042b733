export { countItemBytes } from "../events/item-bytes.js";
export { contentEstimator, estimatorFor } from "../projections/tokens/content-estimator.js";
export { countWithClient, toCountTokensBody, exactEstimatorFor, loadTokenCounter, } from "../projections/tokens/exact-tokens.js";
export { estimateTextTokens } from "../projections/tokens/script-aware.js";
export { calibrate, calibrated, type Calibration, type CalibrationPair, coarseEstimator, type TokenEstimator, } from "../projections/tokens/token-estimator.js";
export { projectEstimateErrors, type EstimateErrors, } from "../projections/views/estimate-errors.js";
export { projectCalibrationPairs } from "../projections/views/reported-requests.js";
