import type { StatsReport } from "./stats-report.js";
/** The statistics as one HTML page that needs nothing else: charts are SVG, names are text. */
export declare function renderStatsHtml(report: StatsReport): string;
