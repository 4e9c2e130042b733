import type { DeclareCommand } from "./shell.js";
interface CatalogueEntry {
    readonly name: string;
    readonly summary: string;
    /** Loads the command's own file and all that it needs. */
    readonly load: () => Promise<DeclareCommand>;
}
/** Every command, in the order of the help. A command is loaded only when it is run. */
export declare const COMMANDS: readonly CatalogueEntry[];
export {};
