import type { EventSource } from "../../events/event-source.js";
import { type ThreadExport } from "../shared/write-thread.js";
/**
 * Writes a thread as a Codex rollout, whoever recorded it. What was imported from one is written byte
 * for byte; what came after it, and all of any other thread, as lines that open as a rollout with the
 * same ledger (docs/codex-export.md).
 *
 * @param source the thread's events through its ancestors; read twice, and more for rollbacks
 * @returns the file's bytes, in parts
 * @throws {BlobMissing} the bytes of an image, or of an imported line, are gone
 */
export declare function writeCodex(source: EventSource, options: ThreadExport): AsyncGenerator<Uint8Array, void, undefined>;
