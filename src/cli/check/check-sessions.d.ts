import { type EstimateErrors } from "../../projections/views/estimate-errors.js";
import type { Session } from "../../sessions/session.js";
import type { InvariantReport } from "../../testing/invariants/invariant-report.js";
import { type ReadingOptions } from "../session.js";
import type { Shell } from "../shell.js";
/** Checks sessions one after the other; one that cannot be read does not stop the others. */
export declare function checkSessions(names: readonly string[], wish: CheckWish, shell: Shell): Promise<void>;
/** What a person asks of a check. */
export interface CheckWish extends ReadingOptions {
    readonly invariant?: readonly string[];
    readonly exhaustive?: true;
    readonly replayPrompts?: true;
    readonly json?: true;
}
/** What came of one session. */
export interface CheckedSession extends InvariantReport {
    /** Estimates against reports; null: not asked for. */
    readonly estimates: EstimateErrors | null;
}
/** Checks one session, with a bar where it takes long. */
export declare function checkSession(session: Session, wish: CheckWish, { progress }: Shell): Promise<CheckedSession>;
