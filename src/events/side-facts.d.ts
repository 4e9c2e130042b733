import { z } from "zod";
/** A fact for clients and people; never in the ledger. */
export declare const NoticeLogged: z.ZodObject<{
    type: z.ZodLiteral<"notice.logged">;
    data: z.ZodObject<{
        level: z.ZodEnum<{
            error: "error";
            info: "info";
            warning: "warning";
        }>;
        kind: z.ZodString;
        message: z.ZodString;
    }, z.core.$loose>;
}, z.core.$loose>;
/** An object of an imported session with no meaning here; the object itself is in `foreign`. */
export declare const ForeignKept: z.ZodObject<{
    type: z.ZodLiteral<"foreign.kept">;
    data: z.ZodObject<{
        kind: z.ZodString;
        reason: z.ZodOptional<z.ZodNullable<z.ZodString>>;
    }, z.core.$loose>;
}, z.core.$loose>;
export type NoticeLogged = z.infer<typeof NoticeLogged>;
export type ForeignKept = z.infer<typeof ForeignKept>;
/** A ghost snapshot of the git work tree was committed. */
export declare const SnapshotTaken: z.ZodObject<{
    type: z.ZodLiteral<"snapshot.taken">;
    data: z.ZodObject<{
        commit: z.ZodString;
        parent: z.ZodNullable<z.ZodString>;
        untracked: z.ZodArray<z.ZodString>;
        skipped: z.ZodArray<z.ZodString>;
        submodules: z.ZodOptional<z.ZodArray<z.ZodString>>;
        cwd: z.ZodOptional<z.ZodString>;
    }, z.core.$loose>;
}, z.core.$loose>;
/** The work tree was put back to the snapshot taken at `snapshot`. */
export declare const SnapshotRestored: z.ZodObject<{
    type: z.ZodLiteral<"snapshot.restored">;
    data: z.ZodObject<{
        snapshot: z.ZodInt;
        commit: z.ZodString;
    }, z.core.$loose>;
}, z.core.$loose>;
export type SnapshotTaken = z.infer<typeof SnapshotTaken>;
export type SnapshotRestored = z.infer<typeof SnapshotRestored>;
