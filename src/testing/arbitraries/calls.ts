import fc from "fast-check";
import type {
  CustomToolCallItem,
  CustomToolCallOutputItem,
  FunctionCallItem,
  FunctionCallOutputItem,
  Item,
  LocalShellCallItem,
  OutputPart,
  ToolOutput,
  ToolSearchCallItem,
  ToolSearchOutputItem,
} from "../../events/item.js";
import { type ImageWeight, texts, textsOrImages } from "./texts.js";

/** A call and the output that answers it, with the same id. */
export type CallPair = readonly [call: Item, output: Item];

/** Calls of every kind that Refold pairs, each with its output. */
export function callPairs(
  ids: fc.Arbitrary<string> = callIds(),
  weights: ImageWeight = {},
): fc.Arbitrary<CallPair> {
  return ids.chain((id) =>
    fc.oneof(
      { weight: 3, arbitrary: pair(functionCalls(id), functionCallOutputs(id, weights)) },
      { weight: 2, arbitrary: pair(customToolCalls(id), customToolCallOutputs(id, weights)) },
      { weight: 1, arbitrary: pair(localShellCalls(id), functionCallOutputs(id, weights)) },
      { weight: 1, arbitrary: pair(toolSearchCalls(id), toolSearchOutputs(id)) },
    ),
  );
}

/** Few, so that ids repeat within one history. */
function callIds(): fc.Arbitrary<string> {
  return fc.integer({ min: 1, max: 20 }).map((number) => `call_${number}`);
}

function functionCalls(id: string): fc.Arbitrary<FunctionCallItem> {
  return fc.record(
    {
      type: fc.constant("function_call" as const),
      name: fc.constantFrom("shell", "update_plan", "read_file"),
      namespace: fc.option(fc.constant("mcp")),
      arguments: fc.oneof(fc.json({ maxDepth: 1 }), texts()),
      call_id: fc.constant(id),
    },
    { requiredKeys: ["type", "name", "arguments", "call_id"] },
  );
}

function functionCallOutputs(
  id: string,
  weights: ImageWeight,
): fc.Arbitrary<FunctionCallOutputItem> {
  return fc.record({
    type: fc.constant("function_call_output" as const),
    call_id: fc.constant(id),
    output: toolOutputs(weights),
  });
}

function customToolCalls(id: string): fc.Arbitrary<CustomToolCallItem> {
  return fc.record(
    {
      type: fc.constant("custom_tool_call" as const),
      status: fc.option(fc.constant("completed")),
      call_id: fc.constant(id),
      name: fc.constant("apply_patch"),
      namespace: fc.option(fc.constant("mcp")),
      input: texts(),
    },
    { requiredKeys: ["type", "call_id", "name", "input"] },
  );
}

function customToolCallOutputs(
  id: string,
  weights: ImageWeight,
): fc.Arbitrary<CustomToolCallOutputItem> {
  return fc.record(
    {
      type: fc.constant("custom_tool_call_output" as const),
      call_id: fc.constant(id),
      name: fc.option(fc.constant("apply_patch")),
      output: toolOutputs(weights),
    },
    { requiredKeys: ["type", "call_id", "output"] },
  );
}

function localShellCalls(id: string): fc.Arbitrary<LocalShellCallItem> {
  const action = fc.record(
    {
      type: fc.constant("exec" as const),
      command: fc.array(texts({ maxLength: 10 }), { maxLength: 3 }),
      timeout_ms: fc.option(fc.nat()),
      working_directory: fc.option(texts()),
      env: fc.option(fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 })),
      user: fc.option(fc.constant("root")),
    },
    { requiredKeys: ["type", "command"] },
  );
  return fc.record({
    type: fc.constant("local_shell_call" as const),
    call_id: fc.constant(id),
    status: fc.constant("completed"),
    action,
  });
}

function toolSearchCalls(id: string): fc.Arbitrary<ToolSearchCallItem> {
  return fc.record(
    {
      type: fc.constant("tool_search_call" as const),
      call_id: fc.constant(id),
      status: fc.option(fc.constant("completed")),
      execution: fc.constantFrom("client", "server"),
      arguments: fc.jsonValue({ maxDepth: 2 }),
    },
    { requiredKeys: ["type", "call_id", "execution", "arguments"] },
  );
}

function toolSearchOutputs(id: string): fc.Arbitrary<ToolSearchOutputItem> {
  return fc.record({
    type: fc.constant("tool_search_output" as const),
    call_id: fc.constant(id),
    status: fc.constant("completed"),
    execution: fc.constantFrom("client", "server"),
    tools: fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 2 }),
  });
}

/** What a tool gave back: a text, or texts and images. */
function toolOutputs(weights: ImageWeight): fc.Arbitrary<ToolOutput> {
  const text = texts().map((content) => ({ type: "input_text" as const, text: content }));
  const part: fc.Arbitrary<OutputPart> = textsOrImages(text, { texts: 2, ...weights });
  return fc.oneof(texts(), fc.array(part, { maxLength: 3 }));
}

function pair(calls: fc.Arbitrary<Item>, outputs: fc.Arbitrary<Item>): fc.Arbitrary<CallPair> {
  return fc.tuple(calls, outputs);
}
