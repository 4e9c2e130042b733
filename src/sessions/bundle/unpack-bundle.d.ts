import type { ByteSource } from "../../dialects/shared/byte-source.js";
import { BundleManifest } from "./bundle-format.js";
/** A bundle in a home of its own, every part of it verified. */
export interface UnpackedBundle {
    readonly manifest: BundleManifest;
    readonly home: string;
    /** Removes that home. */
    readonly remove: () => void;
}
/**
 * Unpacks a bundle into a temporary home, and checks all that can be checked: the hash of every part,
 * every line of the rollouts, and that forks leave their parents where they say. A file's name in
 * there is made from a checked id or hash, never taken from the bundle.
 *
 * @throws {DamagedBundle} names the part and the place; nothing is left behind
 * @throws {NewerBundle}
 */
export declare function unpackBundle(bytes: ByteSource): Promise<UnpackedBundle>;
interface Unpacked {
    readonly file: string;
    readonly home: string;
    /** Where in the bundle each part stands. */
    readonly places: ReadonlyMap<string, number>;
}
/**
 * Holds the rollouts of an unpacked bundle to what a store holds its own to: whole lines and batches
 * from end to end, fork points that their parents have, and no blob that the manifest does not list.
 */
export declare function verifyThreads({ threads, thread, blobs, missingBlobs }: BundleManifest, { file, home, places }: Unpacked): Promise<void>;
export {};
