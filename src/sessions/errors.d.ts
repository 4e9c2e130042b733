import { RefoldError } from "../errors.js";
/** There is no file of that name. */
export declare class FileNotFound extends RefoldError {
    readonly path: string;
    readonly code = "file-not-found";
    readonly name = "FileNotFound";
    readonly remedy = "Check the path; folders and links that lead to it must exist too.";
    constructor(path: string);
}
/** The path is a symbolic link, and where it leads there is no file. */
export declare class DanglingLink extends RefoldError {
    readonly path: string;
    /** Where the link points, as an absolute path. */
    readonly target: string;
    readonly code = "dangling-link";
    readonly name = "DanglingLink";
    readonly remedy = "Name the file itself, or make the link anew.";
    constructor(path: string, 
    /** Where the link points, as an absolute path. */
    target: string);
}
/** The file holds no bytes. */
export declare class EmptyFile extends RefoldError {
    readonly path: string;
    readonly code = "empty-file";
    readonly name = "EmptyFile";
    readonly remedy = "The recording tool may have ended before it wrote anything.";
    constructor(path: string);
}
/** The operating system refused to open the file. */
export declare class NoPermission extends RefoldError {
    readonly path: string;
    readonly code = "no-permission";
    readonly name = "NoPermission";
    readonly remedy = "Ask its owner for the right to read it, or run as that user.";
    constructor(path: string, options?: ErrorOptions);
}
/** The path names a folder, a pipe or a device: nothing that can be read more than once. */
export declare class NotAFile extends RefoldError {
    readonly path: string;
    readonly kind: "folder" | "pipe" | "device";
    readonly code = "not-a-file";
    readonly name = "NotAFile";
    readonly remedy: string;
    constructor(path: string, kind: "folder" | "pipe" | "device");
}
/** A bundle is not what was written, or not whole. Nothing of it was stored. */
export declare class DamagedBundle extends RefoldError {
    readonly bundle: {
        readonly file: string;
        /** `threads/<id>.jsonl`, `blobs/<hash>`, `bundle.json`; null: between two parts. */
        readonly part: string | null;
        /** Byte in the unpacked bundle at which the part begins, or reading ended. */
        readonly byte: number;
    };
    readonly code = "damaged-bundle";
    readonly name = "DamagedBundle";
    readonly remedy = "Fetch the bundle again, or export it again where it came from.";
    constructor(bundle: {
        readonly file: string;
        /** `threads/<id>.jsonl`, `blobs/<hash>`, `bundle.json`; null: between two parts. */
        readonly part: string | null;
        /** Byte in the unpacked bundle at which the part begins, or reading ended. */
        readonly byte: number;
    }, reason: string, options?: ErrorOptions);
}
/** A bundle of a version of the format that only a newer version of this library reads. */
export declare class NewerBundle extends RefoldError {
    readonly file: string;
    readonly version: number;
    readonly code = "needs-newer-version";
    readonly name = "NewerBundle";
    readonly remedy = "Update refold.";
    constructor(file: string, version: number);
}
