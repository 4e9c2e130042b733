export declare function trimWhiteSpace(text: string): string;
export declare function isBlank(text: string): boolean;
/** Index of the first unit that is no white space; the length when all is. */
export declare function contentStart(text: string): number;
/** Index behind the last unit that is no white space; never before `contentStart`. */
export declare function contentEnd(text: string): number;
