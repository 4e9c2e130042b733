import type { Fact } from "../../events/event.js";
import { isJsonObject } from "../../events/is-json-object.js";
import type { JsonObject } from "../../events/primitives.js";
import type { RecordingOptions } from "../keeping/record-as.js";
import { movedHole, type ForeignHole } from "../keeping/foreign-form.js";
import { textAt } from "../text-at.js";
import type { LineFact } from "../tree/line-facts.js";
import { recordRead } from "../tree/read-item.js";
import type { EntryNode } from "./entry-node.js";
import { originOf, readItems } from "./read-items.js";
import { readUsage } from "./read-usage.js";
import { contextFact } from "./settings.js";

/** What an entry shows to the model, in folding order. */
export function itemFacts(entry: JsonObject, options: RecordingOptions): readonly LineFact[] {
  const { items, unread } = readItems(entry);
  const role = isJsonObject(entry.message) ? entry.message.role : null;
  const facts: LineFact[] = items.map((read) => ({
    fact: {
      type: "item.recorded",
      data: recordRead(read, (item) => originOf(item, role), options),
    },
    holes: read.holes.map((hole) => movedHole(hole, ["data", "item"])),
  }));
  for (const type of new Set(unread)) {
    facts.push(noticeOf("block-kept", `a block of type ${type} is kept`));
  }
  return facts;
}

/** What an answer reports besides its items: what it cost, and how it ended. */
export function reportFacts({ message }: JsonObject): readonly LineFact[] {
  if (!isJsonObject(message) || message.role !== "assistant") return [];
  const facts: LineFact[] = [];
  const usage = readUsage(message.usage);
  if (usage !== null) {
    const data = { usage, contextWindow: null, request: null };
    facts.push({ fact: { type: "usage.reported", data }, holes: [] });
  }
  const { stopReason } = message;
  if (stopReason !== "error" && stopReason !== "aborted") return facts;
  const words = textAt(message, "errorMessage");
  const level = stopReason === "error" ? "error" : "warning";
  const holes: ForeignHole[] =
    words === null
      ? []
      : [
          [
            ["message", "errorMessage"],
            ["data", "message"],
          ],
        ];
  const said = words ?? `the answer ended: ${stopReason}`;
  return [...facts, { ...noticeOf(stopReason, said, level), holes }];
}

/** What the branch is set to, where the entry says so or its branch was left in between. */
export function settingFacts(node: EntryNode): readonly LineFact[] {
  if (node.settings === node.parent?.settings) return [];
  const fact = contextFact(node.settings);
  return fact === null ? [] : [{ fact, holes: [] }];
}

/** The session's name, which counts wherever it was given. @param title the newest */
export function titleFacts(node: EntryNode, title: string | null): readonly LineFact[] {
  if (node.title === title) return [];
  node.title = title;
  return [{ fact: { type: "thread.renamed", data: { title } }, holes: [] }];
}

export function noticeOf(
  kind: string,
  message: string,
  level: "info" | "warning" | "error" = "info",
): LineFact {
  const fact: Fact = { type: "notice.logged", data: { level, kind, message } };
  return { fact, holes: [] };
}
