import { counted, utcTimes } from "../figures.js";
import type { BarChart, PageColour, StaticPage } from "../static-page.js";
import type { Transcript, TranscriptSpeaker, TranscriptTurn } from "./transcript.js";
import { headFields, threadHeading, type TranscriptLook } from "./transcript-words.js";

/** A transcript as a page to read: its head, what each turn brought, the turns. */
export function projectTranscriptPage(
  transcript: Transcript,
  look: TranscriptLook = {},
): StaticPage {
  const { turns } = transcript;
  return {
    title: threadHeading(transcript),
    isWide: false,
    times: look.times ?? utcTimes,
    parts: [
      { is: "fields", fields: headFields(transcript, look) },
      { is: "bars", chart: tokenChart(turns) },
      { is: "turns", turns },
    ],
  };
}

const LAYERS: readonly {
  readonly name: string;
  readonly colour: PageColour;
  readonly speakers: readonly TranscriptSpeaker[];
}[] = [
  { name: "context", colour: "developer", speakers: ["context", "summary", "note"] },
  { name: "user", colour: "user", speakers: ["user", "agent"] },
  { name: "model", colour: "assistant", speakers: ["model", "reasoning", "call"] },
  { name: "tools", colour: "tool", speakers: ["output"] },
];

/** A turn's number has room below a bar of this width. */
const LABEL_WIDTH = 12;

/** A bar for each turn, as high as its estimated tokens, by who brought them. */
function tokenChart(turns: readonly TranscriptTurn[]): BarChart {
  return {
    description: "Estimated tokens of each turn",
    unit: "tokens",
    layers: LAYERS,
    labelWidth: LABEL_WIDTH,
    bars: turns.map((turn) => {
      const label = turn.number === null ? "" : String(turn.number);
      const values = LAYERS.map(({ speakers }) => tokensOf(turn, speakers));
      return { label, caption: `turn ${label}: ${counted(turn.tokens, "token")}`, values };
    }),
  };
}

function tokensOf({ entries }: TranscriptTurn, speakers: readonly TranscriptSpeaker[]): number {
  return entries
    .filter(({ speaker }) => speakers.includes(speaker))
    .reduce((sum, entry) => sum + entry.tokens, 0);
}
