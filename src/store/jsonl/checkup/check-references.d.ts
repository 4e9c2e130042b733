import type { EventStore } from "../../event-store.js";
import { type Finding } from "./finding.js";
/** A fork: its own file, and the thread that it left. */
export interface CheckedFork {
    readonly path: string;
    readonly threadId: string;
    readonly parentId: string;
}
/**
 * Whether a fork can be read through its ancestors: each is there, and its event at the fork is the
 * one that the fork recorded.
 * @param parents of every fork, by thread
 */
export declare function checkAncestry(store: EventStore, { path, threadId, parentId }: CheckedFork, parents: ReadonlyMap<string, string>): Promise<Finding | null>;
/** A blob that events name and nobody has. */
export declare function missingBlob(home: string, hash: string, rollout: string): Finding;
/** Whether a blob's bytes are what its name says; null also when it went meanwhile. */
export declare function checkBlob(path: string): Finding | null;
/** Blobs that neither a rollout nor a torn copy names. */
export declare function orphanedBlobs(home: string, hashes: ReadonlySet<string>): readonly Finding[];
