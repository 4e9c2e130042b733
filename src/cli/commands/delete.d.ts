import { type HomeOption } from "../session.js";
import type { DeclareCommand, Shell } from "../shell.js";
/** `refold delete`: removes threads for good. */
export declare const declareDelete: DeclareCommand;
export interface DeleteThreadsOptions extends HomeOption {
    readonly olderThan?: string;
    readonly yes?: true;
}
/**
 * Deletes the threads that are named, or old enough, once somebody has said yes: forks before their
 * parents.
 * @throws {InvalidArgument} nothing is named, or nobody can be asked
 * @throws {ThreadHasForks} a thread has forks that stay; nothing was deleted
 */
export declare function deleteThreads(texts: readonly string[], { olderThan, yes, ...options }: DeleteThreadsOptions, shell: Shell): Promise<void>;
/**
 * Asks a person, on the terminal, and takes anything but a yes for a no, Ctrl-D too; Ctrl-C ends the
 * command.
 * @throws {InvalidArgument} nobody is there to be asked
 */
export declare function askWhether(question: string, shell: Shell): Promise<boolean>;
