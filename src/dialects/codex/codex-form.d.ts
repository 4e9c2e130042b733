import type { RefoldEvent } from "../../events/event.js";
import type { ByteSource } from "../shared/byte-source.js";
import { type ReadingOptions } from "../shared/decode-session.js";
import { type ForeignRollout, type OpenRolloutOptions } from "../shared/open-rollout.js";
import type { SessionForm } from "../shared/session-form.js";
/** Codex rollouts of every era. */
export declare const codexForm: SessionForm<CodexRecognition>;
/**
 * Opens a file as a Codex rollout of any era.
 * @throws {EmptyRollout} @throws {NotARollout} @throws {TruncatedArchive}
 */
export declare function openCodexRollout(bytes: ByteSource, options?: OpenRolloutOptions): Promise<ForeignRollout<CodexRecognition>>;
/** Reads a Codex rollout as events. @see decodeSession */
export declare function decodeCodex(content: ByteSource, options?: ReadingOptions): AsyncGenerator<RefoldEvent, void, undefined>;
/** What a file was recognised as, and by what. */
interface CodexRecognition {
    readonly dialect: "codex";
    /** `bare`: the form of 2025 without envelopes; `envelope`: `{timestamp, type, payload}`. */
    readonly form: "bare" | "envelope";
    /** For people: `Codex rollout (envelope form): line 1 is a session_meta line`. */
    readonly reason: string;
}
export {};
