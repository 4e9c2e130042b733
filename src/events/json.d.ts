/** True for an object that is no list, as JSON has it. */
export declare function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>>;
/** A member by its name. Sessions name things too: one may be called like what every object inherits. */
export declare function ownMember<Value>(object: Readonly<Record<string, Value>>, name: string): Value | undefined;
