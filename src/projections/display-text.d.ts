/** Text for a document or a page: unsafe characters become visible escapes. */
export declare function neutraliseText(text: string): string;
/** Text for a terminal, over several lines: a tab becomes four spaces too. */
export declare function neutralise(text: string): string;
/** The same on one line: every run of white space becomes a space. */
export declare function neutraliseLine(text: string): string;
/** JSON whose strings cannot drive a terminal either; it parses to the same value. */
export declare function neutraliseJson(json: string): string;
/** The word that goes with a count: `item` with one, else `items`; also `is`, else `are`. */
export declare function nounFor(count: number, one: string, many?: string): string;
