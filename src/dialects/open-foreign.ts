import type { ByteSource } from "./byte-source.js";
import { NotARollout } from "./reading/not-a-rollout.js";
import { DIALECTS, type Dialect } from "./dialects.js";
import type { ForeignRollout, OpenRolloutOptions } from "./reading/open-rollout.js";

/** A foreign session and what it was recognised as. */
export interface OpenedForeign {
  readonly dialect: Dialect;
  readonly rollout: ForeignRollout;
}

/**
 * Opens a file as whichever dialect its content is of.
 * @throws {NotARollout} it is of none that is known; says what it looks like
 */
export async function openForeign(
  bytes: ByteSource,
  options: OpenRolloutOptions = {},
): Promise<OpenedForeign> {
  let refusal: NotARollout | null = null;
  for (const dialect of DIALECTS.values()) {
    try {
      return { dialect, rollout: await dialect.open(bytes, options) };
    } catch (error) {
      if (!(error instanceof NotARollout)) throw error;
      refusal = error; // another dialect may know it
    }
  }
  throw refusal ?? new NotARollout(bytes.name, "nothing that is known");
}
