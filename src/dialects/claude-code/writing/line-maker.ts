import { ulidToUuid } from "../../../events/ids.js";
import type { JsonObject } from "../../../events/primitives.js";
import { derivedUlid } from "../../derived-ids.js";

/** What every line of the tree says. */
export interface LineCommon {
  readonly sessionId: string;
  readonly cwd: string;
  /** Of the tool that writes. */
  readonly version: string;
  /** What else the imported lines say, that a line behind them has to say too. */
  readonly others: JsonObject;
}

/** Makes lines with a place in the tree; their ids are derived from thread and ordinal. */
export class LineMaker {
  #made = 0;

  constructor(
    private readonly threadId: string,
    private readonly common: LineCommon,
  ) {}

  get sessionId(): string {
    return this.common.sessionId;
  }

  /** An id of the API's form, for an answer that never had one. */
  messageId(): string {
    return `msg_${derivedUlid(`${this.threadId}:answer:${this.#made}`)}`;
  }

  /**
   * A line behind another. The parent stands first, as Claude Code writes it.
   * @param cwd of the turn; null: the thread's
   */
  line(
    place: { readonly parentUuid: string | null; readonly at: string; readonly cwd: string | null },
    members: JsonObject,
  ): JsonObject & { readonly uuid: string } {
    const { sessionId, cwd, version, others } = this.common;
    const { parentUuid, at } = place;
    return {
      parentUuid,
      ...(members.logicalParentUuid !== undefined && {
        logicalParentUuid: members.logicalParentUuid,
      }),
      ...{ isSidechain: false, userType: "external", cwd: place.cwd ?? cwd, sessionId, version },
      ...others,
      ...members,
      ...{ uuid: this.#uuid(), timestamp: at },
    };
  }

  #uuid(): string {
    return ulidToUuid(derivedUlid(`${this.threadId}:claude-code:${this.#made++}`));
  }
}
