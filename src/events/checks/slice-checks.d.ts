/** Accepts what the schema `CheckpointRest` accepts. */
export declare function isCheckpointRest(value: unknown): boolean;
/** Accepts what the schema `Usage` accepts. */
export declare function isUsage(value: unknown): boolean;
/** Accepts what the schema `TurnSettings` accepts. */
export declare function isTurnSettings(value: unknown): boolean;
