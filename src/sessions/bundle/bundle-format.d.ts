import { z } from "zod";
import { BlobHash } from "../../events/primitives.js";
/** The first part of a bundle: what the others are. The only version there is. */
export declare const BUNDLE_VERSION = 1;
export declare const MANIFEST_PART = "bundle.json";
/** What a bundle holds, and the hash of every part. */
export declare const BundleManifest: z.ZodObject<{
    format: z.ZodLiteral<"refold-bundle">;
    version: z.ZodInt;
    thread: z.ZodString;
    writtenBy: z.ZodString;
    threads: z.ZodArray<z.ZodObject<{
        threadId: z.ZodString;
        head: z.ZodInt;
        bytes: z.ZodInt;
        hash: z.ZodString;
    }, z.core.$loose>>;
    blobs: z.ZodArray<z.ZodObject<{
        hash: z.ZodString;
        bytes: z.ZodInt;
    }, z.core.$loose>>;
    missingBlobs: z.ZodArray<z.ZodString>;
    redacted: z.ZodOptional<z.ZodRecord<z.ZodString, z.ZodInt>>;
}, z.core.$loose>;
export type BundleManifest = z.infer<typeof BundleManifest>;
/** A part behind the manifest; its name is made of an id or a hash, never the other way round. */
export interface BundlePart {
    readonly name: string;
    readonly hash: BlobHash;
    readonly bytes: number;
    /** Whose rollout it is; null: a blob. */
    readonly threadId: string | null;
}
/** The parts behind the manifest, in their order. */
export declare function bundleParts({ threads, blobs }: BundleManifest): readonly BundlePart[];
