import type { TruncationPolicy } from "../events/primitives.js";
/** Parses an offset: a whole number from 0. */
export declare function offsetOption(text: string): number;
/** Parses a count: a whole number from 1. */
export declare function countOption(text: string): number;
/** Parses a count of what may be none: a whole number from 0. */
export declare function countFromZeroOption(text: string): number;
/**
 * Parses `--since`; gives the time in UTC as events write it.
 * @throws {InvalidArgument} it is no time and no age
 */
export declare function sinceOption(text: string): string;
export type PolicyOption = TruncationPolicy;
/** Parses a limit of tool outputs: `10000` or `10000tokens`, `40000bytes`. */
export declare function policyOption(text: string): PolicyOption;
/** Takes a path; an empty one, which a shell makes of an unset variable, would mean where one stands. */
export declare function pathOption(text: string): string;
/**
 * The moment that a person names: a day or a time (`2026-04-01`, `2026-04-01T12:00Z`; UTC, where they
 * name no zone), or how long ago it was (`90m`, `12h`, `30d`, `2w`, `1y`).
 * @param option named in the refusal
 * @throws {InvalidArgument} it is neither
 */
export declare function parseMoment(text: string, option: string): Date;
