import fc from "fast-check";
import type { Item, OutputPart, ToolOutput } from "../../events/item.js";
import { type ImageWeight, itemOf, texts, textsOrImages, typed } from "./texts.js";

/** A call and the output that answers it, with the same id. */
export type CallPair = readonly [call: Item, output: Item];

/** Calls of every kind that Refold pairs, each with its output. */
export function callPairs(
  ids: fc.Arbitrary<string> = callIds(),
  weights: ImageWeight = {},
): fc.Arbitrary<CallPair> {
  // Made once: making the arbitraries of texts costs more than drawing from them.
  const pairs = fc.oneof(
    { weight: 3, arbitrary: fc.tuple(functionCalls(), functionCallOutputs(weights)) },
    { weight: 2, arbitrary: fc.tuple(customToolCalls(), customToolCallOutputs(weights)) },
    { weight: 1, arbitrary: fc.tuple(localShellCalls(), functionCallOutputs(weights)) },
    { weight: 1, arbitrary: fc.tuple(toolSearchCalls(), toolSearchOutputs()) },
  );
  return ids.chain((call_id) =>
    pairs.map(([call, output]) => [
      { ...call, call_id },
      { ...output, call_id },
    ]),
  );
}

/** Stands where `callPairs` puts the id that both have. */
const anyId = fc.constant("");

/** Few, so that ids repeat within one history. */
function callIds(): fc.Arbitrary<string> {
  return fc.integer({ min: 1, max: 20 }).map((number) => `call_${number}`);
}

function functionCalls() {
  const required = {
    name: fc.constantFrom("shell", "update_plan", "read_file"),
    arguments: fc.oneof(fc.json({ maxDepth: 1 }), texts()),
    call_id: anyId,
  };
  return itemOf("function_call", required, { namespace: fc.option(fc.constant("mcp")) });
}

function functionCallOutputs(weights: ImageWeight) {
  const required = { call_id: anyId, output: toolOutputs(weights) };
  return typed("function_call_output", required);
}

function customToolCalls() {
  return itemOf(
    "custom_tool_call",
    { call_id: anyId, name: fc.constant("apply_patch"), input: texts() },
    {
      status: fc.option(fc.constant("completed")),
      namespace: fc.option(fc.constant("mcp")),
    },
  );
}

function customToolCallOutputs(weights: ImageWeight) {
  const required = { call_id: anyId, output: toolOutputs(weights) };
  const name = fc.option(fc.constant("apply_patch"));
  return itemOf("custom_tool_call_output", required, { name });
}

function localShellCalls() {
  const action = itemOf(
    "exec",
    { command: fc.array(texts({ maxLength: 10 }), { maxLength: 3 }) },
    {
      timeout_ms: fc.option(fc.nat()),
      working_directory: fc.option(texts()),
      env: fc.option(fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 })),
      user: fc.option(fc.constant("root")),
    },
  );
  const status = fc.constant("completed");
  return typed("local_shell_call", { call_id: anyId, status, action });
}

function toolSearchCalls() {
  const required = {
    call_id: anyId,
    execution: fc.constantFrom("client", "server"),
    arguments: fc.jsonValue({ maxDepth: 2 }),
  };
  return itemOf("tool_search_call", required, { status: fc.option(fc.constant("completed")) });
}

function toolSearchOutputs() {
  const required = {
    call_id: anyId,
    status: fc.constant("completed"),
    execution: fc.constantFrom("client", "server"),
    tools: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 2 }),
  };
  return typed("tool_search_output", required);
}

/** What a tool gave back: a text, or texts and images. */
function toolOutputs(weights: ImageWeight): fc.Arbitrary<ToolOutput> {
  const text = texts().map((content) => ({ type: "input_text" as const, text: content }));
  const part: fc.Arbitrary<OutputPart> = textsOrImages(text, { texts: 2, ...weights });
  return fc.oneof(texts(), fc.array(part, { maxLength: 3 }));
}
