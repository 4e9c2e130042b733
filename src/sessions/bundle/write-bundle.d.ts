import { type BundleManifest } from "./bundle-format.js";
export interface BundleOptions {
    /** The folder that the thread lives in. */
    readonly home: string;
    readonly threadId: string;
    /** Version of the tool that writes. */
    readonly version: string;
    /** How often each kind of secret was replaced in the thread; absent: it is not redacted. */
    readonly redacted?: Readonly<Record<string, number>>;
}
/** A bundle that is ready to be written. */
export interface Bundle {
    readonly manifest: BundleManifest;
    /** The file's bytes; what they are made of is read once more. */
    readonly parts: () => AsyncIterable<Uint8Array>;
}
/**
 * Puts a thread into one file: its rollout and those of its ancestors, as they are stored, and the
 * blobs that they name. The same thread gives the same bytes.
 *
 * @see docs/bundle.md
 * @throws {ThreadNotFound} @throws {ForkParentMissing | ForkParentChanged}
 * @throws {DamagedLog} a rollout is damaged: repair it first
 * @throws {BlobCorrupt} a blob has not the bytes that its name says
 */
export declare function bundleThread(options: BundleOptions): Promise<Bundle>;
