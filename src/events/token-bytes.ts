import { utf8Bytes } from "./json-bytes.js";

/** The coarse rule between bytes and tokens (docs/semantics.md §1.4). */
const BYTES_PER_TOKEN = 4;

/** @returns `(n + 3) div 4`; 0 for counts that are not positive */
export function ceil4(count: number): number {
  return count > 0 ? Math.ceil(count / BYTES_PER_TOKEN) : 0;
}

/** Estimated tokens of so many UTF-8 bytes. */
export function tokensOfBytes(bytes: number): number {
  return ceil4(bytes);
}

/** Estimated tokens of a text. */
export function tokensOfText(text: string): number {
  return ceil4(utf8Bytes(text));
}

/** The UTF-8 bytes that so many tokens stand for. */
export function bytesOfTokens(tokens: number): number {
  return tokens * BYTES_PER_TOKEN;
}
