import type { Fact, FactOf } from "../../events/event.js";
import type { JsonObject, TruncationPolicy } from "../../events/primitives.js";
/** What a session's first line says. */
export interface SessionStart {
    readonly data: FactOf<"thread.started">["data"];
    readonly settings: Settings;
    /** Whether entries form a tree; false: each follows the one before it (version 1). */
    readonly isTree: boolean;
}
/** The version of a header: the first one did not say it. */
export declare function versionOf({ version }: JsonObject): number;
/**
 * Whose session a file is. A file whose header is gone is named after its first line, and has a tree
 * when that line has a place in one.
 */
export declare function readSessionStart(first: {
    readonly value: JsonObject;
    readonly text: string;
}): SessionStart;
/** What a branch is set to at some place of it; null: nothing said so. */
export interface Settings {
    readonly provider: string | null;
    readonly model: string | null;
    /** The thinking level. */
    readonly effort: string | null;
    readonly cwd: string | null;
}
export declare const NO_SETTINGS: Settings;
/** The settings after a change; the same ones where nothing changes. */
export declare function changeSettings(before: Settings, change: Partial<Settings>): Settings;
/** Tells settings. @returns null when there are none to tell */
export declare function contextFact({ provider, model, effort, cwd }: Settings): Fact | null;
/**
 * The entry by which a file that Refold wrote says how its tool outputs are bounded. pi keeps the
 * entries of extensions that it does not know, and shows the model nothing of them.
 */
export declare const POLICY_ENTRY = "refold.tool-output-policy";
/** @returns null when an entry is another */
export declare function readPolicy({ type, customType, data }: JsonObject): TruncationPolicy | null;
