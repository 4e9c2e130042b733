import type { Session } from "../../sessions/session.js";
import type { SessionOutline } from "./outline.js";
/** One thing that was checked, and what came of it. */
export interface Check {
    readonly what: "format" | "reading" | "blobs" | "roundtrip" | "resume";
    /** Null: there was nothing to check it by. */
    readonly holds: boolean | null;
    readonly detail: string;
}
/**
 * Checks a session in every way it can be checked. What was read for the outline was checked while
 * it was read: sums, or the form of every line.
 */
export declare function verifySession(session: Session, outline: SessionOutline): AsyncGenerator<Check>;
