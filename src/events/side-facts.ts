import { z } from "zod";
import { factSchema } from "./fact-schema.js";

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
