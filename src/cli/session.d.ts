import type { Command } from "commander";
import type { TruncationPolicy } from "../events/primitives.js";
import type { Session } from "../sessions/session.js";
import type { Output } from "./output/output.js";
import type { Shell } from "./shell.js";
/** The option of every command that may look into the store. */
export declare function declareHome(command: Command): Command;
/** The options of every command that only reads. */
export declare function declareReading(command: Command): Command;
export interface HomeOption {
    readonly home?: string;
}
export interface ReadingOptions extends HomeOption {
    readonly ignoreNewer?: true;
}
export interface SessionOptions extends ReadingOptions {
    readonly shell: Shell;
    /** How tool outputs of a foreign file are bounded; absent: as its session says. */
    readonly policy?: TruncationPolicy | undefined;
}
/**
 * Opens what a command's FILE|THREAD names, works with it, and closes it. Types of events that are
 * not known are told of on stderr.
 */
export declare function withSession<Result>(text: string, { shell, home, policy, ignoreNewer }: SessionOptions, work: (session: Session) => Promise<Result>): Promise<Result>;
/**
 * Makes sure that a session has the offset which a view is asked to look to.
 * @throws {NoSuchOffset} it ends before; says where
 */
export declare function requireOffset({ source }: Session, at: number | undefined): Promise<void>;
/**
 * A session whose events of types and versions that are not known here are told of: each type and
 * version once, however often it is met and read. Foreign sessions have none.
 */
export declare function tellUnknown(session: Session, messages: Output): Session;
