import type { EstimateErrors } from "../../projections/views/estimate-errors.js";
import type { InvariantReport } from "../../testing/invariants/invariant-report.js";
import type { Output } from "../output/output.js";
/** What was checked of a session, and what does not hold. */
export declare function checkLines(name: string, report: InvariantReport, output: Output): readonly string[];
/** Our estimates against what was reported: a table by model and by script. */
export declare function estimateLines(errors: EstimateErrors, output: Output): readonly string[];
