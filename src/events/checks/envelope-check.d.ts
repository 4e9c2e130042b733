/** Accepts what the schema `Envelope` accepts. */
export declare function isEnvelope(value: unknown): boolean;
