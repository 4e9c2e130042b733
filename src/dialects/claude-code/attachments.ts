import type { MessagePart } from "../../events/item.js";
import { isJsonObject } from "../../events/json.js";
import type { JsonObject } from "../../events/primitives.js";
import { Path } from "../shared/foreign-form.js";
import { listOf, textAt } from "../shared/json.js";
import { messageOf, type ReadContent, type ReadItem, type ReadPart } from "../shared/read-items.js";
import { readParts } from "./read-blocks.js";

/** What an attachment comes to for the model. */
export interface ReadAttachment {
  readonly read: ReadContent;
  /** Words that the user typed while the model worked. */
  readonly isTyped: boolean;
}

/** Kinds that Claude Code keeps for itself or shows to the user: the model is sent none of them. */
const UNSEEN: ReadonlySet<string> = new Set([
  ...["prompt_snapshot", "session_context", "goal_status", "command_permissions"],
  ...[
    "hook_system_message",
    "hook_non_blocking_error",
    "hook_cancelled",
    "hook_error_during_execution",
  ],
  ...["hook_permission_decision", "structured_output", "dynamic_skill", "already_read_file"],
]);

/** Hooks whose output the model is sent when they succeed. */
const TOLD_EVENTS: ReadonlySet<unknown> = new Set([
  ...["SessionStart", "UserPromptSubmit", "UserPromptExpansion"],
]);

const RENDERED = Path.of("rendered");
const PROMPT = Path.of("attachment", "prompt");

/**
 * What the model was sent of an attachment. Claude Code 2.1.330 records it in `rendered`; without
 * that, its wording of the kind is used.
 * @returns null: the kind is unknown, or its wording cannot be derived from the line
 */
export function readAttachment(line: JsonObject): ReadAttachment | null {
  const { attachment, rendered } = line;
  if (!isJsonObject(attachment)) return null;
  const type = textAt(attachment, "type") ?? "";
  const unread: string[] = [];
  if (type === "queued_command") return readQueued(line, attachment, unread);
  if (Array.isArray(rendered)) {
    const parts = rendered.flatMap((entry, index) =>
      isJsonObject(entry)
        ? readParts(entry.content, { path: RENDERED.at(String(index)).at("content"), unread })
        : [],
    );
    return told(parts, unread, textAt(line, "renderedRole"));
  }
  if (UNSEEN.has(type)) return told([], unread);
  const texts = worded(type, attachment);
  return texts === null ? null : told(texts.map(reminder), unread);
}

function told(
  parts: readonly ReadPart<MessagePart>[],
  unread: readonly string[],
  role: string | null = null,
): ReadAttachment {
  const items = parts.length === 0 ? [] : [attached(parts, { attached: role ?? "user" })];
  return { read: { items, unread }, isTyped: false };
}

/** @param members see src/projections/providers/request-context.ts */
function attached(
  parts: readonly ReadPart<MessagePart>[],
  members: Readonly<Record<string, unknown>>,
): ReadItem {
  const { item, holes } = messageOf("user", parts);
  return { item: { ...item, ...members }, holes };
}

function reminder(words: string): ReadPart<MessagePart> {
  const text = `<system-reminder>\n${words}\n</system-reminder>`;
  return { part: { type: "input_text", text }, holes: [] };
}

/** What is around words that were typed while the model worked. */
const QUEUED = [
  "<system-reminder>\nThe user sent a new message while you were working:\n",
  "\n\nThis is how Claude Code surfaces messages the user sends mid-turn — within the running turn, " +
    "often alongside the next tool result, rather than as a separate conversation turn. Address the " +
    "message above as you continue this turn.\n</system-reminder>",
] as const;

/** The words stand nowhere else in the file; their images follow them. */
function readQueued(line: JsonObject, attachment: JsonObject, unread: string[]): ReadAttachment {
  const parts = readParts(attachment.prompt, { path: PROMPT, unread });
  const isImage = ({ part }: ReadPart<MessagePart>): boolean => part.type === "input_image";
  const words = parts.filter((part) => !isImage(part));
  const ordered = [...words, ...parts.filter(isImage)];
  const mode = textAt(attachment, "commandMode") ?? "prompt";
  const { origin } = attachment;
  const isHuman = !isJsonObject(origin) || origin.kind === "human";
  const text = words.map(({ part }) => (part.type === "input_image" ? "" : part.text)).join("\n");
  const wrapped = aroundWords(line.rendered, text) ?? QUEUED;
  const items = ordered.length === 0 ? [] : [attached(ordered, { attached: "user", wrapped })];
  return { read: { items, unread }, isTyped: mode === "prompt" && isHuman };
}

/** What the recorded text has before and after the words; null: there is none. */
function aroundWords(rendered: unknown, words: string): readonly [string, string] | null {
  const [entry] = listOf(rendered);
  const content = isJsonObject(entry) ? entry.content : null;
  const [block] = listOf(content);
  const text = isJsonObject(block) ? textAt(block, "text") : content;
  const at = typeof text === "string" && words !== "" ? text.indexOf(words) : -1;
  if (typeof text !== "string" || at === -1) return null;
  return [text.slice(0, at), text.slice(at + words.length)];
}

/** Claude Code's words for what it attaches; empty: it sends none; null: they cannot be derived. */
function worded(type: string, attachment: JsonObject): readonly string[] | null {
  const at = (name: string): string => textAt(attachment, name) ?? "";
  const { content, blockingError: error } = attachment;
  switch (type) {
    case "file":
      return isJsonObject(content) && isJsonObject(content.file) ? fileRead(content.file) : null;
    case "nested_memory":
      if (!isJsonObject(content)) return null;
      return [`Contents of ${at("path")}:\n\n${textAt(content, "content") ?? ""}`];
    case "edited_text_file":
      return [`Note: ${at("filename")} ${EDITED}\n${at("snippet")}`];
    case "selected_lines_in_ide": {
      const lines = `${String(attachment.lineStart)} to ${String(attachment.lineEnd)}`;
      const where = `The user selected the lines ${lines} from ${at("filename")}`;
      return [`${where}:\n${at("content")}\n\n${MAY_RELATE}`];
    }
    case "opened_file_in_ide":
      return [`The user opened the file ${at("filename")} in the IDE. ${MAY_RELATE}`];
    case "skill_listing":
      return [
        `The following skills are available for use with the Skill tool:\n\n${at("content")}`,
      ];
    case "hook_blocking_error": {
      if (!isJsonObject(error)) return null;
      const [command, text] = [
        textAt(error, "command") ?? "",
        textAt(error, "blockingError") ?? "",
      ];
      return [`${at("hookName")} hook blocking error from command: "${command}": ${text}`];
    }
    case "hook_additional_context": {
      const context = listOf(content).filter((text) => typeof text === "string");
      if (context.length === 0) return [];
      return [`${at("hookName")} hook additional context: ${context.join("\n")}`];
    }
    case "hook_success":
      if (!TOLD_EVENTS.has(attachment.hookEvent) || at("content") === "") return [];
      return [`${at("hookName")} hook success: ${at("content")}`];
    default:
      return null;
  }
}

const MAY_RELATE = "This may or may not be related to the current task.";
const EDITED =
  "changed on disk since you last read it. That's usually deliberate, so take it as the current " +
  "state rather than reverting it; if the change looks wrong, say so rather than undoing it yourself " +
  "— otherwise no need to call it out. Here are the relevant changes (shown with line numbers):";

function fileRead(file: JsonObject): readonly string[] {
  const first = typeof file.startLine === "number" ? file.startLine : 1;
  const lines = (textAt(file, "content") ?? "").split("\n");
  const numbered = lines.map((line, index) => `${first + index}\t${line}`).join("\n");
  const call = JSON.stringify({ file_path: textAt(file, "filePath") ?? "" });
  return [
    `Called the Read tool with the following input: ${call}`,
    `Result of calling the Read tool:\n${numbered}`,
  ];
}
