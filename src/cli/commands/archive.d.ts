import type { FormChange } from "../../store/jsonl/change-form.js";
import type { JsonlStore } from "../../store/jsonl/jsonl-store.js";
import { type HomeOption } from "../session.js";
import type { DeclareCommand, Shell } from "../shell.js";
/** `refold archive`: compresses threads that are not written to. */
export declare const declareArchive: DeclareCommand;
/** `refold unarchive`: puts the plain files of threads back. */
export declare const declareUnarchive: DeclareCommand;
export interface ChangeFormsOptions extends HomeOption {
    readonly shell: Shell;
    /** Of the progress bar. */
    readonly label: string;
    /** What a change came to, behind the thread's id. */
    readonly words: (change: FormChange) => string;
}
/** Changes the form of each thread; one that fails does not stop the others. */
export declare function changeForms(texts: readonly string[], { shell, label, words, ...options }: ChangeFormsOptions, change: (store: JsonlStore, threadId: string, tell: (doneBytes: number) => void) => Promise<FormChange>): Promise<void>;
