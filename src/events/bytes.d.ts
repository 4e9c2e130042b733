/** @returns `(n + 3) div 4`; 0 for counts that are not positive */
export declare function ceil4(count: number): number;
/** Estimated tokens of so many UTF-8 bytes. */
export declare function tokensOfBytes(bytes: number): number;
/** Estimated tokens of a text. */
export declare function tokensOfText(text: string): number;
/** The UTF-8 bytes that so many tokens stand for. */
export declare function bytesOfTokens(tokens: number): number;
/** UTF-8 bytes of a text. */
export declare function utf8Bytes(text: string): number;
/** UTF-8 bytes of a text as a JSON string: quotes and escapes included, non-ASCII unescaped. */
export declare function jsonStringBytes(text: string): number;
/**
 * UTF-8 bytes of a JSON value in compact form, non-ASCII unescaped. Members that are undefined are
 * not written, everything else that JSON cannot say is null, as `JSON.stringify` has it.
 */
export declare function jsonValueBytes(value: unknown): number;
