/** Writes a session of this many items (or messages, forks, bytes) where no other is. */
export type Shape = (folder: string, size: number) => Promise<Shaped>;

/** What commands are given. */
export interface Shaped {
  /** A recorded session, a folder of some, or a thread's id. */
  readonly session: string;
  /** Of the store. */
  readonly home: string;
  /** Of a home: the id of each thread. */
  readonly threads?: readonly string[];
}

export const AT = "2026-04-01T12:00:00.000Z";
export const SENTENCE =
  "the escapement loses two beats an hour, and nobody in the workshop knows why";
