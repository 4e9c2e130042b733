import type { JsonObject } from "../../events/primitives.js";
import { textAt } from "../text-at.js";

/** A name that a line gives, and to which session. */
export interface SessionName {
  readonly by: "user" | "model" | "summary";
  readonly title: string;
  /** The line's member that holds it. */
  readonly member: string;
  /** Null: it does not say, and means the session of its file. */
  readonly sessionId: string | null;
  /** A summary names the conversation that ends at this message; null: it is none. */
  readonly leafUuid: string | null;
}

/** @returns null for lines of other types, and names without a text */
export function readSessionName(type: string, object: JsonObject): SessionName | null {
  const kind = KINDS.get(type);
  if (kind === undefined) return null;
  const [by, member] = kind;
  const title = textAt(object, member);
  if (title === null || title.trim() === "") return null;
  const leafUuid = by === "summary" ? textAt(object, "leafUuid") : null;
  return { by, title, member, sessionId: textAt(object, "sessionId"), leafUuid };
}

const KINDS: ReadonlyMap<string, readonly [by: SessionName["by"], member: string]> = new Map([
  ["custom-title", ["user", "customTitle"]],
  ["ai-title", ["model", "aiTitle"]],
  ["summary", ["summary", "summary"]],
]);

/** A session's name: the user's newest one before the model's, and that before a summary. */
export class SessionTitle {
  readonly #newest = new Map<SessionName["by"], string>();
  #title: string | null = null;

  get title(): string | null {
    return this.#title;
  }

  take({ by, title }: SessionName): void {
    this.#newest.set(by, title);
    const named = ORDER.map((one) => this.#newest.get(one));
    this.#title = named.find((one) => one !== undefined) ?? null;
  }
}

const ORDER = ["user", "model", "summary"] as const;
