import type { ByteSource } from "../dialects/shared/byte-source.js";
import type { ForeignDamage } from "../dialects/shared/damage.js";
import type { EventStore } from "../store/event-store.js";
/** What an import came to. */
export interface ImportResult {
    readonly threadId: string;
    readonly outcome: "imported" | "grown" | "unchanged";
    /** Events that were written. */
    readonly added: number;
    /** The thread's head now. */
    readonly head: number;
    /** Events that the thread has of its own, behind those from the file; nothing is added then. */
    readonly ownEvents: number;
    /** Places of the file that could not be read as they should; their bytes are kept. */
    readonly damage: readonly ForeignDamage[];
}
/**
 * Takes a foreign session into a store: what the store has of it already is compared byte for byte and
 * not written again, what is new is appended in batches. What an event names by hash is in the blob
 * store before the event is. An import that is cut short goes on where it was.
 *
 * @param file a path, or what stands for a file
 * @throws {FileNotFound | NotAFile | NoPermission | EmptyFile} the path names nothing that can be read
 * @throws {NotARollout} the file is of no dialect that is known, or Refold's own: a rollout, a bundle
 * @throws {ImportDiverged} the file is not the one that was imported
 * @throws {ThreadWentOn} it has grown, and the thread went on by itself
 */
export declare function importFile(file: string | ByteSource, store: EventStore): Promise<ImportResult>;
