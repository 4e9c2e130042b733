import { isJsonObject, parseJson } from "../events/json.js";

/** `["bash", "-lc", "ls"]` is what the shell was told: `ls`. */
export function commandWords(command: readonly string[]): string {
  const [program = "", flag = "", script] = command;
  const isShell = /(^|\/)(ba|z|da|k)?sh$/.test(program) && /^-\w*c$/.test(flag);
  return isShell && script !== undefined && command.length === 3 ? script : command.join(" ");
}

/** What a tool was called with, for people. */
export interface CallArguments {
  /** Of a shell tool, or a text that is no JSON object; null: the call has arguments only. */
  readonly command: string | null;
  /** The other arguments, by name; a value that is no text is JSON. */
  readonly others: readonly (readonly [name: string, value: string])[];
}

/** @param text as the call records it */
export function readCallArguments(text: string): CallArguments {
  const parsed = parseJson(text);
  if (!isJsonObject(parsed)) return { command: text, others: [] };
  const isShell = "command" in parsed ? "command" : "cmd";
  const command = commandIn(parsed[isShell]);
  const others = Object.entries(parsed).filter(([name]) => command === null || name !== isShell);
  return { command, others: others.map(([name, value]) => [name, valueWords(value)]) };
}

function commandIn(value: unknown): string | null {
  if (typeof value === "string") return value;
  return isStrings(value) ? commandWords(value) : null;
}

export function valueWords(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** What a tool returned, for people. Codex wraps a shell's output in JSON, with its exit code. */
export interface OutputWords {
  readonly text: string;
  /** Null: the output names none. */
  readonly exitCode: number | null;
}

export function readOutput(text: string): OutputWords {
  const wrapped = text.startsWith("{") ? parseJson(text) : undefined;
  if (!isJsonObject(wrapped)) return { text, exitCode: namedExitCode(text) };
  const { output, metadata } = wrapped;
  const isNamed = isJsonObject(metadata) && "exit_code" in metadata;
  const code = isNamed ? metadata["exit_code"] : namedExitCode(text);
  return {
    text: typeof output === "string" ? output : text,
    exitCode: typeof code === "number" ? code : null,
  };
}

/** Codex and Claude Code name it first, pi last. */
function namedExitCode(text: string): number | null {
  const named =
    /^(?:Exit code|Process exited with code):? (-?\d+)/m.exec(text.slice(0, 400)) ??
    /^Command exited with code (-?\d+)$/m.exec(text.slice(-100));
  return named?.[1] === undefined ? null : Number(named[1]);
}

function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((part) => typeof part === "string");
}
