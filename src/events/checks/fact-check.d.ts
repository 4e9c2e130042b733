import type { FactType } from "../event.js";
/** @returns undefined for a type whose schema has to be asked */
export declare function checkData(type: FactType, data: unknown): boolean | undefined;
