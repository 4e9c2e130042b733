import type { StatsReport } from "../../projections/stats/stats-report.js";
import type { Output } from "../output/output.js";
import type { FilesTally } from "./files-sum.js";
/** What thousands of sessions come to, for people. */
export declare function statsLines(report: StatsReport, files: Omit<FilesTally, "tally">, output: Output): Generator<string>;
