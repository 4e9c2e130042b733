import { SUMMARY_PREFIX } from "../../src/codex-strings.js";
import { countItemBytes } from "../../src/events/item-bytes.js";
import { originOf } from "../../src/events/item-class.js";
import type { InputImage, Item, OutputPart } from "../../src/events/item.js";
import type { WithOrigin } from "../../src/reducers/kept-messages.js";

/** An entry as a foreign session's decoder makes it. */
export interface SampleEntry extends WithOrigin {
  readonly countedBytes: number;
}

export function entryOf(item: Item): SampleEntry {
  return { item, origin: originOf(item), countedBytes: countItemBytes(item) };
}

export const entriesOf = (...items: Item[]): SampleEntry[] => items.map(entryOf);

export const image: InputImage = {
  type: "input_image",
  image_url: "data:image/png;base64,AAAA",
};

const text = (content: string) => ({ type: "input_text" as const, text: content });

export const user = (...content: (string | InputImage)[]): Item => ({
  type: "message",
  role: "user",
  content: content.map((part) => (typeof part === "string" ? text(part) : part)),
});
export const assistant = (...content: string[]): Item => ({
  type: "message",
  role: "assistant",
  content: content.map((part) => ({ type: "output_text", text: part })),
});
export const developer = (...content: string[]): Item => ({
  type: "message",
  role: "developer",
  content: content.map(text),
});
export const summary = (content: string): Item => user(`${SUMMARY_PREFIX}\n${content}`);
export const environment: Item = user("<environment_context>x</environment_context>");
export const hook: Item = user('<hook_prompt hook_run_id="run">x</hook_prompt>');
export const permissions: Item = developer("<permissions instructions>x");
export const instruction = (trigger: boolean): Item =>
  assistant(
    JSON.stringify({
      author: "/root",
      recipient: "/root/a",
      content: "go",
      trigger_turn: trigger,
    }),
  );
export const call = (id: string): Item => ({
  type: "function_call",
  name: "shell",
  arguments: "{}",
  call_id: id,
});
export const output = (id: string, content: string | OutputPart[] = "done"): Item => ({
  type: "function_call_output",
  call_id: id,
  output: content,
});
export const customCall = (id: string): Item => ({
  type: "custom_tool_call",
  name: "apply_patch",
  input: "x",
  call_id: id,
});
export const customOutput = (id: string, content: string | OutputPart[] = "done"): Item => ({
  type: "custom_tool_call_output",
  call_id: id,
  output: content,
});
export const shellCall = (id: string | null): Item => ({
  type: "local_shell_call",
  call_id: id,
  status: "completed",
  action: { type: "exec", command: ["ls"] },
});
export const searchCall = (id: string | null): Item => ({
  type: "tool_search_call",
  call_id: id,
  execution: "client",
  arguments: {},
});
export const searchOutput = (id: string | null): Item => ({
  type: "tool_search_output",
  call_id: id,
  status: "completed",
  execution: "client",
  tools: [],
});
export const ghost: Item = { type: "ghost_snapshot", ghost_commit: { id: "abc" } };
export const compaction: Item = { type: "compaction", encrypted_content: "x" };
