import type { EventSource } from "../../events/event-source.js";
import type { CalibrationPair } from "../tokens/calibration.js";
import type { TokenEstimator } from "../tokens/token-estimator.js";
import { usageIn } from "./usage-in.js";
import { walkLog, type WalkOptions } from "../walk-log.js";
import { AnswerStarts } from "./answer-starts.js";
import { EstimatedLedger } from "./estimated-ledger.js";

/** What a request was estimated at, and the history that it was made from. */
interface Estimate {
  readonly tokens: number;
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
  const answers = new AnswerStarts();
  const ledger = new EstimatedLedger(estimator);
  let request: Estimate | null = null;
  let last: (Estimate & { readonly input: number }) | null = null;
  for await (const { event, before } of walkLog(source, options)) {
    if (answers.take(event)) {
      request = { tokens: ledger.tokensOf(before), historyVersion: before.log.historyVersion };
    }
    const usage = usageIn(event);
    if (usage === null || request === null) continue;
    if (last !== null && last.historyVersion === request.historyVersion) {
      const estimated = request.tokens - last.tokens;
      const reported = usage.input - last.input;
      if (estimated > 0 && reported > 0) pairs.push({ estimated, reported });
    }
    last = { ...request, input: usage.input };
    request = null;
  }
  return pairs;
}
