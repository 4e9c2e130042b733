import type { Times } from "./figures.js";
import type { TranscriptEntry, TranscriptTurn } from "./transcript/transcript.js";

/**
 * What a page shows that is read in a browser and needs neither script nor server: plain data.
 * `src/ui/static/` draws it with the parts of `refold ui`.
 */
export interface StaticPage {
  readonly title: string;
  /** For columns side by side. */
  readonly isWide: boolean;
  /** How times are shown. */
  readonly times: Times;
  readonly parts: readonly PagePart[];
}

export type PagePart =
  | { readonly is: "fields"; readonly fields: readonly (readonly [name: string, words: string])[] }
  | { readonly is: "words"; readonly lines: readonly string[] }
  | { readonly is: "heading"; readonly words: string }
  | { readonly is: "table"; readonly table: PageTable }
  | { readonly is: "bars"; readonly chart: BarChart }
  | { readonly is: "ranges"; readonly chart: RangeChart }
  | { readonly is: "turns"; readonly turns: readonly TranscriptTurn[] }
  | { readonly is: "pairs"; readonly paired: PairedTranscript };

export interface PageTable {
  readonly heads: readonly string[];
  /** The first cell of a row heads it. */
  readonly rows: readonly (readonly PageCell[])[];
}

/** A number is a figure, on the right. */
export type PageCell = string | number | StyledCell;

export interface StyledCell {
  readonly text: string;
  /** Small, below the text. */
  readonly note?: string;
  /** `mark`: how it compares with the others of its column. */
  readonly look: "figure" | "words";
  readonly mark?: CellMark;
}

export type CellMark = "best" | "worst" | "base";

/** A column of a table: its head, and what is in a row. */
export interface Column<Row> {
  readonly head: string;
  readonly value: (row: Row) => PageCell;
}

export function tablePart<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): PagePart {
  const heads = columns.map(({ head }) => head);
  return {
    is: "table",
    table: { heads, rows: rows.map((row) => columns.map(({ value }) => value(row))) },
  };
}

/** A hue of the page, by what it says there. */
export type PageColour = "accent" | "user" | "assistant" | "tool" | "developer" | "quiet";

/** Bars of layers, one beside the other. */
export interface BarChart {
  /** For those who cannot see it. */
  readonly description: string;
  /** What the values count. */
  readonly unit: string;
  readonly layers: readonly { readonly name: string; readonly colour: PageColour }[];
  readonly bars: readonly {
    /** Below the bar, where there is room. */
    readonly label: string;
    /** Shown when it is pointed at. */
    readonly caption: string;
    /** One for each layer. */
    readonly values: readonly number[];
  }[];
  /** Labels are shown from so wide a bar on. */
  readonly labelWidth: number;
}

/** Bars one below the other: a value each, and from where to where it went. */
export interface RangeChart {
  readonly title: string;
  readonly rows: readonly {
    readonly name: string;
    readonly value: number;
    readonly least: number;
    readonly most: number;
    /** The value in words. */
    readonly words: string;
    readonly mark: CellMark | null;
  }[];
}

/** A variant beside its base, aligned at the fork. */
export interface PairedTranscript {
  readonly variant: string;
  readonly threadId: string;
  /** The last entries that both share. */
  readonly shared: readonly TranscriptEntry[];
  readonly pairs: readonly TranscriptPair[];
}

/** What the base and a variant say in the same place; null: one of them says nothing there. */
export interface TranscriptPair {
  readonly base: TranscriptEntry | null;
  readonly variant: TranscriptEntry | null;
  readonly isSame: boolean;
}
