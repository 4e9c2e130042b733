/** What a line says of its place. */
export interface TreeLine {
  /** Null: it names none, as lines of the oldest versions. */
  readonly uuid: string | null;
  /** Null: it is a root. Absent: it follows the line before it. */
  readonly parentUuid: string | null | undefined;
}

/** A line that the model is shown something of. */
export interface MessagePlace extends TreeLine {
  /** Of the model's answer; null: the line is no part of one. */
  readonly messageId: string | null;
  /** Ids of the calls that it makes, of those that it answers, and of the one that it comes with. */
  readonly calls: readonly string[];
  readonly answers: readonly string[];
  readonly comesWith: string | null;
  /** A summary without a boundary before it, as older versions wrote. */
  readonly compacts: boolean;
}

/** The line between a compacted conversation and what follows. */
export interface CompactBoundary {
  readonly trigger: string | null;
  readonly tokensBefore: number | null;
  /** What stays as it is; null: everything is summarized. */
  readonly keeps: KeptRange | null;
}

/**
 * The messages that a compaction keeps. They stand before its boundary in the file, and behind the
 * anchor for the model: the summary, or the boundary itself where the beginning is kept.
 */
export type KeptRange = Readonly<{ anchorUuid: string }> &
  (
    | { readonly by: "list"; readonly uuids: readonly string[] }
    | { readonly by: "chain"; readonly headUuid: string; readonly tailUuid: string }
  );
