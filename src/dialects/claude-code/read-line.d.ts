import type { Fact } from "../../events/event.js";
import type { JsonObject, TruncationPolicy } from "../../events/primitives.js";
import { type SessionName } from "./session-start.js";
import type { CompactBoundary, MessagePlace, TreeLine } from "./tree-node.js";
/** A line of a user or of the model. */
export interface MessageLine {
    readonly role: "user" | "assistant";
    readonly message: JsonObject;
    /** Claude Code wrote it for the model, whoever it is shown as. */
    readonly isMeta: boolean;
    readonly isSummary: boolean;
    readonly cwd: string | null;
    /** Under what its outputs were bounded already, where the writer says it (`RECORDED_LIMIT`). */
    readonly recordedPolicy: TruncationPolicy | null;
}
/**
 * Where Refold, writing a transcript, says that an output stands as it was bounded: a member of the
 * line, in bytes. Claude Code itself bounds before it writes, and says nothing.
 */
export declare const RECORDED_LIMIT = "refoldToolOutputLimit";
/** What a line means (docs/claude-code.md lists all of it). */
export type LineMeaning = Readonly<{
    kind: string;
}> & ({
    readonly does: "nothing";
    readonly reason: string | null;
} | {
    readonly does: "link";
    readonly place: TreeLine;
    readonly fact: Fact | null;
} | {
    readonly does: "bound";
    readonly place: TreeLine & {
        readonly logicalParentUuid: unknown;
    };
    readonly boundary: CompactBoundary;
} | {
    readonly does: "name";
    readonly name: SessionName;
} | {
    readonly does: "say";
    readonly place: MessagePlace;
    readonly line: MessageLine;
} | {
    readonly does: "clear";
    readonly place: MessagePlace;
    readonly callIds: readonly string[];
});
/** Why a line of a sub-agent is kept and no more. */
export declare const OF_SUB_AGENT = "it belongs to a sub-agent's thread";
/** @param thread which sub-agent's thread this is; null: the main one */
export declare function readLine(object: JsonObject, thread: string | null): LineMeaning;
