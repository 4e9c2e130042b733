import { type Members } from "./primitive-checks.js";
/** Accepts the data that the schema `ContextInjected` accepts. */
export declare function isContextInjected(data: Members): boolean;
/** Accepts what the schema `InjectedFragment` accepts. */
export declare function isInjectedFragment(value: unknown): boolean;
/** Accepts what the schema `Lifetime` accepts. */
export declare function isLifetime(value: unknown): boolean;
