/** Who is who (docs/semantics.md §4), written once more for the slow model. */
export type Wire = Readonly<Record<string, unknown>>;

/** The objects of a list; nothing when it is none. */
export function wiresOf(value: unknown): readonly Wire[] {
  return Array.isArray(value) ? value.filter(isWire) : [];
}

function isWire(value: unknown): value is Wire {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const PAIRS: readonly (readonly [string, string])[] = [
  ["# AGENTS.md instructions for ", "</INSTRUCTIONS>"],
  ["<environment_context>", "</environment_context>"],
  ["<skill>", "</skill>"],
  ["<user_shell_command>", "</user_shell_command>"],
  ["<turn_aborted>", "</turn_aborted>"],
  ["<subagent_notification>", "</subagent_notification>"],
];
const DEVELOPER = [
  "<permissions instructions>",
  "<model_switch>",
  "<collaboration_mode>",
  "<realtime_conversation>",
  "<personality_spec>",
];

export function isBoundary(item: Wire): boolean {
  if (item.type === "agent_message") return true;
  if (item.type !== "message") return false;
  if (item.role === "user") return !isContextualUser(item);
  return item.role === "assistant" && isInterAgent(item);
}

export function isContextualUser(item: Wire): boolean {
  return (
    item.type === "message" &&
    item.role === "user" &&
    inputTexts(item).some((text) => isFragment(text) || isHookText(text))
  );
}

export function isHookPrompt(item: Wire): boolean {
  const texts = inputTexts(item);
  return (
    texts.length > 0 &&
    texts.length === parts(item).length &&
    texts.every((text) => isFragment(text) || isHookText(text)) &&
    texts.some(isHookText)
  );
}

export function isContextualDeveloper(item: Wire): boolean {
  return (
    item.type === "message" &&
    item.role === "developer" &&
    inputTexts(item).some(isDeveloperFragment)
  );
}

function isDeveloperFragment(text: string): boolean {
  const start = text.trimStart().toLowerCase();
  return DEVELOPER.some((opening) => start.startsWith(opening));
}

function isFragment(text: string): boolean {
  const trimmed = text.trim().toLowerCase();
  return PAIRS.some(
    ([opening, closing]) =>
      trimmed.startsWith(opening.toLowerCase()) && trimmed.endsWith(closing.toLowerCase()),
  );
}

function isHookText(text: string): boolean {
  const match = /^<hook_prompt hook_run_id="([^"]*)">[^<]*<\/hook_prompt>$/.exec(text.trim());
  return match !== null && match[1]?.trim() !== "";
}

function isInterAgent(item: Wire): boolean {
  const only = parts(item);
  const text = only.length === 1 ? only[0]?.text : undefined;
  if (typeof text !== "string") return false;
  const body = parsed(text);
  if (!isWire(body)) return false;
  return (
    isPath(body.author) &&
    isPath(body.recipient) &&
    typeof body.content === "string" &&
    typeof body.trigger_turn === "boolean"
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error instanceof SyntaxError ? null : error;
  }
}

function isPath(value: unknown): boolean {
  return (
    typeof value === "string" && /^(\/morpheus|\/root(\/(?!root(\/|$))[a-z0-9_]+)*)$/.test(value)
  );
}

function inputTexts(item: Wire): readonly string[] {
  return parts(item).flatMap((part) => (part.type === "input_text" ? [String(part.text)] : []));
}

function parts(item: Wire): readonly Wire[] {
  return wiresOf(item.content);
}
