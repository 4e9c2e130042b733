import type { JsonObject } from "../../events/primitives.js";
import type { Usage } from "../../events/slices.js";
import type { UsageReported } from "../../events/usage.js";
import { textAt } from "../shared/json.js";
import { isSameUsage, modelOf, readUsage } from "./message-facts.js";

/** What the answers of sub-agents cost whose lines are between those of their thread. */
export class SubAgentUsage {
  /** What was said last of each request, by the id of its answer. */
  readonly #said = new Map<string, Usage>();

  /** Takes the message of an answer's next line. @returns null: it says nothing more of the request */
  take(message: JsonObject): UsageReported["data"] | null {
    const id = textAt(message, "id") ?? "";
    const revised = this.#said.get(id) ?? null;
    const usage = readUsage(message, revised);
    if (usage === null || (revised !== null && isSameUsage(usage, revised))) return null;
    if (id !== "") this.#said.set(id, usage);
    const aside = { model: modelOf({ message }) };
    const data: UsageReported["data"] = { usage, contextWindow: null, request: null, aside };
    if (revised !== null) data.revised = revised;
    return data;
  }
}
