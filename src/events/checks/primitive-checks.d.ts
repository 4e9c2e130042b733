/**
 * Checks that copy nothing, for the events that are read and written all the time. Each accepts
 * exactly what the zod schema of the same name accepts (a property test holds them to it); the
 * schemas stay the truth, and say what is wrong when a check refuses.
 */
export type Check = (value: unknown) => boolean;
/** An object's members, before they are checked. */
export type Members = Readonly<Record<string, unknown>>;
export declare function isText(value: unknown): value is string;
export declare function isOptionalText(value: unknown): boolean;
export declare function isNullableText(value: unknown): boolean;
export declare function isFlag(value: unknown): value is boolean;
/** An offset, or a count of tokens or bytes. */
export declare function isCount(value: unknown): value is number;
export declare function isPositive(value: unknown): value is number;
export declare function isNullableCount(value: unknown): boolean;
export declare function isNullable(value: unknown, check: Check): boolean;
export declare function isOptional(value: unknown, check: Check): boolean;
export declare function isNullish(value: unknown, check: Check): boolean;
export declare function isListOf(value: unknown, check: Check): boolean;
/** Like zod, passes over a member named `__proto__`. */
export declare function isTextRecord(value: unknown): boolean;
export declare function isUlid(value: unknown): value is string;
export declare function isTimestamp(value: unknown): boolean;
export declare function isLineSum(value: unknown): boolean;
export declare function isBlobHash(value: unknown): boolean;
export declare function isTruncationPolicy(value: unknown): boolean;
/** An offset, or the offset and the index among the event's items. */
export declare function isItemRef(value: unknown): boolean;
