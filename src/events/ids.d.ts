import { RefoldError } from "../errors.js";
/** An id was neither a ULID nor a UUID. Ids become file names, so nothing else is let through. */
export declare class InvalidId extends RefoldError {
    readonly id: string;
    readonly code = "invalid-id";
    readonly name = "InvalidId";
    readonly remedy = "give a ULID (26 characters) or a UUID";
    constructor(id: string);
}
/** Whether a text is a ULID as events write it: 26 upper-case characters, at most 128 bits. */
export declare function isUlid(text: string): boolean;
/** Whether a text is a UUID of any version, in hex digits of either case with its four hyphens. */
export declare function isUuid(text: string): boolean;
/**
 * The ULID with the 128 bits of a UUID, so that both spellings name the same thing.
 * @throws {InvalidId} `uuid` is none
 */
export declare function uuidToUlid(uuid: string): string;
/**
 * The UUID, in lower case, with the 128 bits of a ULID.
 * @throws {InvalidId} `ulid` is none
 */
export declare function ulidToUuid(ulid: string): string;
