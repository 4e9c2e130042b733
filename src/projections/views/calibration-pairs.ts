import type { EventSource } from "../../events/event-source.js";
import type { CalibrationPair } from "../tokens/calibration.js";
import type { TokenEstimator } from "../tokens/token-estimator.js";
import { walkLog, type WalkOptions } from "../walk-log.js";
import { EstimatedLedger } from "./estimated-ledger.js";
import { ReportedRequests } from "./reported-requests.js";

/** What a request was estimated at, what was reported of it, and the history it was made from. */
interface EstimatedRequest {
  readonly tokens: number;
  readonly input: number;
  readonly historyVersion: number;
}

/**
 * Pairs to calibrate an estimator with, from a session that reports usage: by how much the input grew
 * from one request to the next, as estimated and as reported. Growth, because no session records all
 * of what stands before the first item; requests around a rewritten history are left out.
 * @see calibrate
 */
export async function projectCalibrationPairs(
  source: EventSource,
  estimator: TokenEstimator,
  options: WalkOptions = {},
): Promise<readonly CalibrationPair[]> {
  const pairs: CalibrationPair[] = [];
  const requests = new ReportedRequests();
  const ledger = new EstimatedLedger(estimator);
  let last: EstimatedRequest | null = null;
  for await (const walked of walkLog(source, options)) {
    const request = requests.take(walked);
    if (request === null || request.input === 0) continue;
    const { state, input, fragments } = request;
    const tokens = ledger.tokensOf(state, fragments !== null);
    const { historyVersion } = state.log;
    if (last !== null && last.historyVersion === historyVersion) {
      const estimated = tokens - last.tokens;
      const reported = input - last.input;
      if (estimated > 0 && reported > 0) pairs.push({ estimated, reported });
    }
    last = { tokens, input, historyVersion };
  }
  return pairs;
}
