import { InvalidArgument } from "../../errors.js";
import type { Progress } from "../output/progress.js";
import { type ReadingOptions } from "../session.js";
import type { DeclareCommand } from "../shell.js";
import type { FilesTally } from "../stats/files-sum.js";
/** `refold stats`: what many sessions come to. */
export declare const declareStats: DeclareCommand;
export interface PathOptions {
    /** Where threads live; absent: `REFOLD_HOME`, else `~/.refold`. */
    readonly home?: string;
    /** A Codex home, or true for the usual one. */
    readonly codex?: string | true;
    /** A Claude Code home, or true for the usual one. */
    readonly claude?: string | true;
}
/** The folders and files whose sessions are asked for; the store's, when nothing else is named. */
export declare function sessionPaths(named: readonly string[], { home, codex, claude }: PathOptions): readonly string[];
export interface StatsOptions extends ReadingOptions, PathOptions {
    readonly since?: string;
    readonly model?: string;
    /** Files that are read at a time; absent: as many as there are processors, for much work. */
    readonly jobs?: number;
}
/**
 * Counts the sessions that paths name, with a bar where it takes long.
 * @throws {InvalidArgument} nothing ran under the model that was asked for
 */
export declare function countSessions(paths: readonly string[], options: StatsOptions, progress: Progress): Promise<FilesTally>;
/** Nothing that was read ran under a model of that name; the nearest that were met are named. */
export declare function unknownModel(asked: string, met: ReadonlySet<string>): InvalidArgument;
