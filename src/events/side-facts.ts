import { z } from "zod";
import { factSchema, Offset } from "./primitives.js";

/** A fact for clients and people; never in the ledger. */
export const NoticeLogged = factSchema("notice.logged", {
  level: z.enum(["info", "warning", "error"]),
  kind: z.string(),
  message: z.string(),
});
/** An object of an imported session with no meaning here; the object itself is in `foreign`. */
export const ForeignKept = factSchema("foreign.kept", {
  /** The foreign type, `event_msg.user_message` for instance. */
  kind: z.string(),
  /** Why it has no meaning, where that is not plain from its kind. */
  reason: z.string().nullish(),
});
export type NoticeLogged = z.infer<typeof NoticeLogged>;
export type ForeignKept = z.infer<typeof ForeignKept>;

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
