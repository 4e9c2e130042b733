import { type Stats } from "node:fs";
/** Why the operating system refused a path, in our words; anything else as it is. */
export declare function pathRefused(path: string, error: unknown): unknown;
/**
 * What stands at a path, links followed; undefined: nothing, also where a part of it is a file.
 * @throws {NoPermission} it may not be looked at
 */
export declare function statusAt(path: string): Stats | undefined;
/**
 * Whether a person who names a file or a thread means a file: something is there, be it one that may
 * not be looked at, or a link to nothing, which are refused when they are opened.
 * @throws {FileNotFound} the text can only be a path, and there is nothing there
 */
export declare function namesFile(text: string): boolean;
