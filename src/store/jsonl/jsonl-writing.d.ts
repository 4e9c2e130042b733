import type { LogEvent } from "../../events/event.js";
import type { EventDriver, OwnRange } from "../event-store.js";
import { type FormChange } from "./change-form.js";
import { type Place } from "./home.js";
import { type Durability } from "./rollout-writer.js";
import type { TornTail } from "./torn-tail.js";
interface WritingOptions extends Place {
    /** Throws when the store is closed. */
    readonly checkOpen: () => void;
    readonly durability: Durability;
    /** How many threads may be open for writing at a time. */
    readonly openThreads: number;
    readonly steal: boolean;
    readonly staleAfterMs?: number;
    readonly onTorn: (torn: TornTail) => void;
}
type Writing = Pick<EventDriver, "append" | "remove" | "adoptPrefix" | "sync" | "close">;
/** The half of the JSONL driver that writes. Each thread is open under its lease while it is used. */
export declare class JsonlWriting implements Writing {
    #private;
    constructor(options: WritingOptions);
    append(threadId: string, expectedHead: number, events: readonly LogEvent[]): Promise<number>;
    sync(threadId: string): Promise<void>;
    remove(threadId: string): Promise<void>;
    adoptPrefix(threadId: string, parts: readonly OwnRange[]): Promise<void>;
    /** As `JsonlStore.archive`. */
    archive(threadId: string, onProgress?: (doneBytes: number) => void): Promise<FormChange>;
    /** As `JsonlStore.unarchive`. */
    unarchive(threadId: string, onProgress?: (doneBytes: number) => void): Promise<FormChange>;
    close(): Promise<void>;
}
export {};
