import { derivedUlid, ulidOfForeign } from "../derived-ids.js";
import type { LineMeaning } from "./line-meaning.js";

/** Which turn each line belongs to: from the line that starts one to the line that ends it. */
export class TurnIds {
  #running: string | null = null;

  constructor(private readonly threadId: string) {}

  /** @returns the ULID of the line's turn; null: it stands outside of turns */
  turnOf(line: number, { role, fact }: LineMeaning): string | null {
    if (role.kind === "started") {
      this.#running =
        role.turnId === null
          ? derivedUlid(`${this.threadId}:turn:${line}`)
          : ulidOfForeign(role.turnId, this.threadId);
      return this.#running;
    }
    const turn = this.#running;
    if (fact?.type === "turn.completed" || fact?.type === "turn.aborted") this.#running = null;
    return turn;
  }
}
