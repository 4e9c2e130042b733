import { expect, test } from "vitest";
import { claudeCodeForm } from "../../../src/dialects/claude-code/claude-code-form.js";
import { codexForm } from "../../../src/dialects/codex/codex-form.js";
import { piForm } from "../../../src/dialects/pi/pi-form.js";
import {
  GoneParts,
  type SlimObject,
  type SlimPlace,
} from "../../../src/dialects/shared/slimming.js";
import type { JsonObject } from "../../../src/events/primitives.js";
import { readPicture } from "../../../src/events/picture.js";

const LONG = "output ".repeat(100);
const IMAGE = btoa(LONG);
const LEFT_OUT = "[left out by refold slim]";

function slimmer(slim: SlimObject) {
  return (object: JsonObject, place: SlimPlace = "older"): JsonObject =>
    slim(object, place, new GoneParts());
}

const codex = slimmer(codexForm.slim);
const claude = slimmer(claudeCodeForm.slim);
const pi = slimmer(piForm.slim);

test("Codex: outputs become a text, images a point, thoughts lose what is sealed; words stay", () => {
  const item = (payload: object) => ({ timestamp: "t", type: "response_item", payload });
  const output = { type: "function_call_output", call_id: "c", output: LONG };
  expect(codex(item(output))).toEqual(item({ ...output, output: LEFT_OUT }));
  expect(codex(output)).toEqual({ ...output, output: LEFT_OUT }); // the bare form of 2025
  const thought = { type: "reasoning", summary: [], encrypted_content: LONG };
  expect(codex(item(thought))).toEqual(item({ ...thought, encrypted_content: null }));
  const image = { type: "input_image", image_url: `data:image/png;base64,${IMAGE}` };
  const words = { type: "input_text", text: LONG };
  const message = { type: "message", role: "user", content: [words, image] };
  const slim = codex(item(message));
  expect(slim).toMatchObject(item({ ...message, content: [words, { type: "input_image" }] }));
  const [, png] = /base64,([^"]+)"/.exec(JSON.stringify(slim)) ?? [];
  expect(readPicture(Buffer.from(png ?? "", "base64"))).toMatchObject({ width: 1, height: 1 });
  const call = item({ type: "function_call", name: "shell", arguments: LONG, call_id: "c" });
  expect(codex(call)).toBe(call);
  const shown = { type: "event_msg", payload: { type: "exec_command_end", stdout: LONG } };
  expect(codex(shown)).toBe(shown);
});

test("Codex: a checkpoint's list is left out, or empty where states are on both sides of it", () => {
  const payload = {
    message: "all of it",
    replacement_history: [{ type: "other", LONG }],
    window_number: 1,
  };
  const line = { type: "compacted", payload };
  expect(codex(line)).toEqual({ ...line, payload: { message: "all of it", window_number: 1 } });
  const between = { ...line, payload: { ...payload, replacement_history: [] } };
  expect(codex(line, "superseded")).toEqual(between);
  const unnamed = { ...line, payload: { replacement_history: [{ LONG }] } };
  expect(codex(unnamed)).toEqual({ ...line, payload: { replacement_history: [] } });
  expect(codex(line, "kept")).toBe(line);
});

test("Claude Code: results, attachments, progress and repeated requests give way; words stay", () => {
  const source = { type: "base64", media_type: "image/jpeg", data: IMAGE };
  const block = { type: "tool_result", tool_use_id: "t", content: LONG };
  const content = [{ type: "text", text: LONG }, { type: "image", source }, block];
  const slim = claude({
    ...{ type: "user", message: { role: "user", content } },
    toolUseResult: { stdout: LONG, file: { filePath: "a", lines: 3 } },
  });
  expect(slim).toMatchObject({
    message: {
      content: [
        content[0],
        { source: { media_type: "image/png" } },
        { ...block, content: LEFT_OUT },
      ],
    },
    toolUseResult: { stdout: LEFT_OUT, file: { filePath: "a", lines: 3 } },
  });
  expect(claude({ type: "progress", data: { output: LONG } })).toMatchObject({
    data: { output: LEFT_OUT },
  });
  expect(claude({ type: "attachment", attachment: { type: "file", content: LONG } })).toEqual({
    ...{ type: "attachment", attachment: { type: "file", content: LEFT_OUT } },
  });
  const typed = { type: "attachment", attachment: { type: "queued_command", prompt: LONG } };
  expect(claude(typed)).toBe(typed);
  const blob = { type: "api-request-blob", message: { role: "user", content: [{ text: LONG }] } };
  expect(claude(blob)).toEqual({ ...blob, message: { role: "user", content: [] } });
  const answer = { type: "assistant", message: { content: [{ type: "text", text: LONG }] } };
  expect(claude(answer)).toBe(answer);
});

test("Claude Code: in a line that stays, the second copy of an image gives way", () => {
  const source = { type: "base64", media_type: "image/png", data: IMAGE };
  const content = [{ type: "tool_result", content: [{ type: "image", source }] }];
  const file = { base64: IMAGE, type: "image/png", originalSize: 700 };
  const line = { type: "user", message: { content }, toolUseResult: { type: "image", file } };
  const slim = claude(line, "kept");
  expect(slim.message).toBe(line.message);
  expect(JSON.stringify(slim)).not.toBe(JSON.stringify(line));
  expect(slim.toolUseResult).toMatchObject({ file: { originalSize: 700, type: "image/png" } });
});

test("pi: results, commands' outputs and images give way; words and answers stay", () => {
  const entry = (message: object) => ({ type: "message", id: "a", parentId: null, message });
  const text = { type: "text", text: LONG };
  const result = { role: "toolResult", toolCallId: "c", content: [text], details: { diff: LONG } };
  expect(pi(entry(result))).toEqual(
    entry({ ...result, content: [{ ...text, text: LEFT_OUT }], details: { diff: LEFT_OUT } }),
  );
  const command = { role: "bashExecution", command: "ls", output: LONG };
  expect(pi(entry(command))).toEqual(entry({ ...command, output: LEFT_OUT }));
  const image = { type: "image", data: IMAGE, mimeType: "image/webp" };
  expect(pi(entry({ role: "user", content: [text, image] }))).toMatchObject(
    entry({ role: "user", content: [text, { mimeType: "image/png" }] }),
  );
  const answer = entry({ role: "assistant", content: [text] });
  expect(pi(answer)).toBe(answer);
});

test("words that begin like an image stay, and so do other files of the user", () => {
  const pasted = `data:image/png;base64,${IMAGE} shows nothing. Why?`;
  const message = { role: "user", content: [{ type: "input_text", text: pasted }] };
  const item = { type: "response_item", payload: { type: "message", ...message } };
  expect(codex(item)).toBe(item);
  const typed = { type: "attachment", attachment: { type: "queued_command", prompt: pasted } };
  expect(claude(typed)).toBe(typed);
  const source = { type: "base64", media_type: "application/pdf", data: IMAGE };
  const content = [
    { type: "text", text: pasted },
    { type: "document", source },
  ];
  const line = { type: "user", message: { role: "user", content } };
  expect(claude(line)).toBe(line);
});
