/**
 * Text of one column a character: Latin letters, punctuation, lines of boxes. Most of it is, and to
 * measure any other costs fifty times as much.
 */
export declare const PLAIN: RegExp;
/** A session's text on one line of at most `columns` columns, with an ellipsis where it was cut. */
export declare function excerpt(text: string, columns: number): string;
export interface Paragraph {
    /** Columns in all, indent included. */
    readonly columns: number;
    /** Stands before every line. */
    readonly indent: string;
    /** More lines are cut, and counted. Absent: all are shown. */
    readonly maxLines?: number;
}
/** A session's text, wrapped and indented. Lines of its own stay lines. */
export declare function paragraph(text: string, { columns, indent, maxLines }: Paragraph): readonly string[];
/** Pads to `columns` on the right, by what a terminal shows. */
export declare function padEnd(text: string, columns: number): string;
/** Pads to `columns` on the left. */
export declare function padStart(text: string, columns: number): string;
/**
 * Help as wide as whoever reads it: sentences that stand at the margin are filled anew, paragraph by
 * paragraph; lines that are indented (options, examples) stay as they are.
 */
export declare function reflow(text: string, columns: number): string;
/**
 * What `excerpt` gives, without its libraries: to load them takes as long as to list thousands of threads.
 * @returns undefined when the text needs them
 */
export declare function quickExcerpt(text: string, columns: number): string | undefined;
