/**
 * Why bytes of a session could not be read as they stand. `torn`: a line cut short, or its beginning
 * gone; `nul`: NUL bytes; `interleaved`: halves of several lines in one; `glued`: several objects in
 * one line, all of them read (only where the dialect never writes so); `encoding`: invalid UTF-8, read with replacement characters;
 * `not-json`, `not-an-object`: a line of another kind; `too-long`: a line over 256 MiB; `too-deep`:
 * objects in objects, more than a thousand;
 * `truncated-archive`: the compressed file ends early.
 */
export type DamageReason =
  | "torn"
  | "nul"
  | "interleaved"
  | "glued"
  | "encoding"
  | "not-json"
  | "not-an-object"
  | "too-long"
  | "too-deep"
  | "truncated-archive";

/** A place in a file where something is wrong; what stands around it is read. */
export interface ForeignDamage {
  /** 1-based. */
  readonly line: number;
  /** Byte offset, in the unpacked content. */
  readonly byte: number;
  /** Bytes that the place takes. */
  readonly bytes: number;
  /** Offset of the first event that was read at or behind the place; null: none follows. */
  readonly offset: number | null;
  readonly reason: DamageReason;
}
