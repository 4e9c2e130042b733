import * as modules from "node:module";
import { neutraliseText } from "../projections/display-text.js";
import type { Times } from "../projections/figures.js";
import type { StaticPage } from "../projections/static-page.js";
import type { CutSpend } from "../projections/stats/spend-groups.js";
import { projectStatsPage } from "../projections/stats/stats-page.js";
import type { StatsReport } from "../projections/stats/stats-report.js";
import { projectTranscriptPage } from "../projections/transcript/transcript-page.js";
import type { TranscriptLook } from "../projections/transcript/transcript-words.js";
import type { Transcript } from "../projections/transcript/transcript.js";
import { documentHead, partMissing, partOfPage, pathOfPart } from "./page-document.js";

/** A transcript as one HTML page that needs nothing else: no script, no request. */
export function renderTranscriptHtml(transcript: Transcript, look: TranscriptLook = {}): string {
  return renderStaticPage(projectTranscriptPage(transcript, look));
}

/**
 * Statistics as one HTML page that needs nothing else: no script, no request.
 * @param times the zone in which days are meant: the report's own
 * @param cut what was spent by one cut, as the first table; null: there is none
 */
export function renderStatsHtml(
  report: StatsReport,
  times?: Times,
  cut: CutSpend | null = null,
): string {
  return renderStaticPage(projectStatsPage(report, times, cut));
}

/** One HTML page, drawn with the parts of `refold ui`: what a text brings stays a text. */
export function renderStaticPage(page: StaticPage): string {
  const head = documentHead({ title: page.title, style: partOfPage("static.css"), script: null });
  return `${head}${neutraliseText(drawing()(page))}\n</body>\n</html>\n`;
}

/** The parts are written for a browser, and so built apart from this: `src/ui/static/main.tsx`. */
function drawing(): Draw {
  const path = pathOfPart("static.cjs");
  // By the module's name: bundlers would look for what they cannot know.
  const built: unknown = modules.createRequire(path)(path);
  if (isBuilt(built)) return built.drawPage;
  throw partMissing(path);
}

type Draw = (page: StaticPage) => string;

function isBuilt(value: unknown): value is { readonly drawPage: Draw } {
  return typeof value === "object" && value !== null && "drawPage" in value;
}
