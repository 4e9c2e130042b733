import { z } from "zod";
import type { Holder } from "../../errors.js";

/** Who holds a lease, as the lease file says it. */
const HolderSchema = z.looseObject({
  host: z.string(),
  boot: z.string(),
  pidNamespace: z.string().nullable(),
  pid: z.int().nonnegative(),
  startTime: z.string().nullable(),
  /** RFC 3339: when the lease was taken. */
  since: z.string(),
  /** Random; also the lease file's name. */
  token: z.string(),
});

/** Stands for whoever wrote a lease file that cannot be read, as a power cut may leave it. */
const UNKNOWN: Holder = {
  host: "an unknown host",
  boot: "",
  pidNamespace: null,
  pid: 0,
  startTime: null,
  since: "an unknown time",
  token: "",
};

/** @returns a holder of whom only the heartbeat can tell, when the text says nothing */
export function decodeHolder(text: string): Holder {
  try {
    return HolderSchema.parse(JSON.parse(text));
  } catch {
    return UNKNOWN;
  }
}
