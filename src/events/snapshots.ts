import { z } from "zod";
import { factSchema } from "./fact-schema.js";
import { Offset } from "./primitives.js";

/** A ghost snapshot of the git work tree was committed. */
export const SnapshotTaken = factSchema("snapshot.taken", {
  commit: z.string(),
  parent: z.string().nullable(),
  /** Untracked files that existed already, so that an undo keeps them. */
  untracked: z.array(z.string()),
  /** Files left out: for their size, as repositories of their own, or because none can look at them. */
  skipped: z.array(z.string()),
  /** Submodules: their commit is kept, their own files are not. */
  submodules: z.array(z.string()).optional(),
  /** The folder whose work tree it is. */
  cwd: z.string().optional(),
});
/** The work tree was put back to the snapshot taken at `snapshot`. */
export const SnapshotRestored = factSchema("snapshot.restored", {
  snapshot: Offset,
  commit: z.string(),
});
export type SnapshotTaken = z.infer<typeof SnapshotTaken>;
export type SnapshotRestored = z.infer<typeof SnapshotRestored>;
