import { type ImportResult } from "../../sessions/import-file.js";
import type { JsonlStore } from "../../store/jsonl/jsonl-store.js";
import type { DeclareCommand, Shell } from "../shell.js";
/** `refold import`: recorded sessions become threads of the store. */
export declare const declareImport: DeclareCommand;
export interface ImportPlace {
    readonly store: JsonlStore;
    readonly shell: Shell;
}
/**
 * Imports a file, with a bar where it takes long; says on stderr where the file was damaged.
 * @returns one result; of a bundle one for each of its threads, that which was exported last
 */
export declare function importOne(path: string, { store, shell }: ImportPlace): Promise<readonly ImportResult[]>;
/** The thread that FILE|THREAD names; a file is imported first. */
export declare function threadForFork(text: string, place: ImportPlace): Promise<string>;
