import { type ByteSource } from "../../dialects/shared/byte-source.js";
import type { NewerEvents } from "../../store/event-store.js";
import type { FileBytes } from "../file-bytes.js";
import type { Session } from "../session.js";
/**
 * The thread of a bundle as a session, without taking it into a store: it is unpacked into a folder
 * that goes when the session is closed.
 * @throws {DamagedBundle | NewerBundle}
 */
export declare function openBundle(bytes: FileBytes, newer?: NewerEvents): Promise<Session>;
/** Tells a bundle by its content: a tar file, packed or not, that begins with a manifest. */
export declare function isBundle(bytes: ByteSource): Promise<boolean>;
