/** Accepts what the schema `RecordedItem` accepts. */
export declare function isRecordedItem(value: unknown): boolean;
/** Accepts what the schema `ReplacementItem` accepts. */
export declare function isReplacementItem(value: unknown): boolean;
