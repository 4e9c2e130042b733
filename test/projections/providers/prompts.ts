import fc from "fast-check";
import { nameInSpace } from "../../../src/events/calls.js";
import type {
  Item,
  LocalShellCallItem,
  MessagePart,
  ReasoningItem,
  ToolOutput,
} from "../../../src/events/item.js";
import type { ToolDeclaration } from "../../../src/events/thread.js";
import type { Prompt, PromptItem } from "../../../src/projections/prompt/prompt.js";
import { SharedSequence } from "../../../src/reducers/sequence.js";
import { items } from "../../../src/testing/arbitraries/items.js";

/** What a prompt item may say beside its item. */
export type ItemFacts = Partial<
  Pick<PromptItem, "failed" | "behindEdit" | "origin" | "summary" | "ref">
>;
export type Entry = readonly [item: Item, facts?: ItemFacts];

/** A prompt of these items, recorded at offsets 10, 11, …; made by hand, not projected. */
export function promptOf(
  entries: readonly Entry[],
  parts: Partial<Pick<Prompt, "instructions" | "tools" | "outputSchema">> = {},
): Prompt {
  const promptItems = entries.map(([item, facts = {}], index): PromptItem => ({
    item,
    ref: 10 + index,
    origin: "user",
    failed: false,
    countedBytes: 0,
    summary: false,
    behindEdit: false,
    inserted: false,
    ledgerIndex: index,
    bounded: null,
    source: null,
    ...facts,
  }));
  return {
    instructions: "",
    items: SharedSequence.of(promptItems),
    tools: [],
    outputSchema: undefined,
    repairs: SharedSequence.of([]),
    tokens: 0,
    requested: {},
    target: {
      provider: null,
      model: null,
      modalities: ["text", "image"],
      contextWindow: null,
      maxOutputTokens: null,
      effort: null,
      modelNotice: null,
      truncationPolicy: null,
    },
    threadId: null,
    historyVersion: 0,
    upTo: 0,
    ...parts,
  };
}

/** Ids as every provider makes them, and as some refuse them. */
const oddIds = fc.constantFrom(
  "a",
  "",
  "call_1",
  "toolu_01A09q90qw90lq917835lq9",
  "functions.search:0",
  "über id",
  "x".repeat(41),
  "x".repeat(64),
  "y".repeat(80),
);
const maybeId = fc.option(oddIds, { nil: null });
const oddNames = fc.constantFrom("shell", "mcp.server/read", "n".repeat(70), "1st", "", "suche\n");
const signature = fc.constantFrom("", "c2lnbmF0dXJl");

/** Items that only one provider makes, or that none of the others would take as they are. */
const providerItems: readonly fc.Arbitrary<Item>[] = [
  fc.record({
    type: fc.constant("reasoning" as const),
    summary: fc.constant<ReasoningItem["summary"]>([]),
    content: fc.constantFrom<ReasoningItem["content"][]>(
      null,
      [{ type: "reasoning_text", text: "thinking" }],
      [{ type: "reasoning_text", text: "half \ud800" }],
    ),
    provider: fc.constant("anthropic"),
    signature: fc.oneof(signature, fc.constant("half \ud800")),
  }),
  fc.record({
    type: fc.constant("reasoning" as const),
    summary: fc.constant<ReasoningItem["summary"]>([]),
    provider: fc.constant("anthropic"),
    redacted: fc.constant("cmVkYWN0ZWQ="),
  }),
  fc.record({
    type: fc.constant("reasoning" as const),
    summary: fc.constantFrom<ReasoningItem["summary"][]>(
      [],
      [{ type: "summary_text", text: "a thought" }],
    ),
    provider: fc.constantFrom<unknown[]>(
      ...["google", "google-interactions", "openai", "openai-chat", "somebody", 7],
    ),
    signature,
    thoughtSignature: signature,
    encrypted_content: fc.constantFrom(null, "ZW5jcnlwdGVk"),
    id: fc.constantFrom(null, "rs_1", "reasoning-1"),
  }),
  fc.record({
    type: fc.constant("compaction" as const),
    provider: fc.constant("anthropic"),
    encrypted_content: fc.constant(""),
    block: fc.constantFrom<unknown[]>(
      { type: "compaction", content: "so far", signature: "c2VhbGVk", tool_changes: [] },
      { type: "compaction", content: null, encrypted_content: "c2VhbGVk" },
      null,
    ),
  }),
  fc.record({
    type: fc.constant("web_search_call" as const),
    provider: fc.constant("anthropic"),
    action: fc.constant({ type: "search", query: "tides" }),
    blocks: fc.constantFrom<unknown[]>(
      [],
      [
        {
          type: "server_tool_use",
          id: "srvtoolu_1",
          name: "web_search",
          input: { query: "tides", within: ["example.org"] },
        },
        { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] },
      ],
    ),
  }),
  fc.record({
    type: fc.constant("message" as const),
    role: fc.constantFrom("user", "assistant", "developer", "system", "tool", "critic"),
    content: fc.array(
      fc.constantFrom<MessagePart[]>(
        { type: "input_text" as const, text: "\ud800 half" },
        { type: "output_text" as const, text: " \n" },
        { type: "input_image" as const, image_url: "https://example.org/a.png" },
        { type: "input_image" as const, image_url: "data:image/gif;base64,R0lGODlhAQABAAAAACw=" },
        { type: "input_image" as const, image_url: "data:image/tiff;base64,SUkqAA==" },
        { type: "input_image" as const, image_url: "file:///tmp/a.png" },
        { type: "input_image" as const, image_url: "data:image/jpeg;base64,iVBORw0KGgo=" },
      ),
      { maxLength: 3 },
    ),
  }),
  fc.record({
    type: fc.constant("function_call" as const),
    name: oddNames,
    namespace: fc.constantFrom(null, "", "mcp__files__", "files.v1"),
    arguments: fc.constantFrom(
      "{}",
      "",
      "[1]",
      "{",
      '{"a":"\\ud800"}',
      '{"path":"a","deep":{"n":[1]}}',
    ),
    call_id: oddIds,
    thoughtSignature: signature,
  }),
  fc.record({
    type: fc.constant("function_call_output" as const),
    call_id: oddIds,
    output: fc.constantFrom<ToolOutput[]>("", "done", [{ type: "input_text", text: "" }]),
  }),
  fc.record({
    type: fc.constant("local_shell_call" as const),
    call_id: maybeId,
    status: fc.constantFrom("completed", "odd"),
    action: fc.constant<LocalShellCallItem["action"]>({ type: "exec", command: ["ls"], env: null }),
  }),
  fc.record({
    type: fc.constant("tool_search_call" as const),
    call_id: maybeId,
    execution: fc.constantFrom("server", "client", "elsewhere"),
    arguments: fc.constantFrom<unknown[]>({ query: "x" }, null, "text"),
  }),
  fc.record({
    type: fc.constant("tool_search_output" as const),
    call_id: maybeId,
    status: fc.constant("completed"),
    execution: fc.constantFrom("server", "client"),
    tools: fc.constantFrom<unknown[][]>([], [{ type: "function", name: "found" }, "no tool"]),
  }),
  fc.record({
    type: fc.constant("image_generation_call" as const),
    id: fc.constantFrom("ig_1", "generated"),
    status: fc.constantFrom("completed", "odd"),
    result: fc.constantFrom("", "iVBORw0KGgo="),
  }),
];

/** Histories as odd as they can be: nothing is paired, in order, or one provider's alone. */
export const oddEntries: fc.Arbitrary<readonly Entry[]> = fc.array(
  fc.tuple(
    fc.oneof(
      { weight: 2, arbitrary: items() },
      { weight: 3, arbitrary: fc.oneof(...providerItems) },
    ),
    fc.record({ failed: fc.boolean(), behindEdit: fc.boolean() }),
  ),
  { maxLength: 14 },
);

/** Tools of every kind, also with names and schemas that some provider refuses. */
const oddTool: fc.Arbitrary<ToolDeclaration> = fc.record(
  {
    kind: fc.constantFrom("function" as const, "custom" as const, "foreign" as const),
    name: oddNames,
    description: fc.constantFrom(null, "", "does it"),
    parameters: fc.constantFrom<unknown[]>(
      { type: "object", properties: { path: { type: "string" } } },
      { anyOf: [{ type: "object" }] },
      { type: "string" },
      null,
    ),
    strict: fc.constantFrom(null, true, false),
    format: fc.constantFrom<unknown[]>(undefined, {
      type: "grammar",
      syntax: "lark",
      definition: "start: A",
    }),
  },
  { requiredKeys: ["kind", "name"] },
);

/** Tools, some of them functions in a namespace. */
export const oddTools: fc.Arbitrary<readonly ToolDeclaration[]> = fc.array(
  fc
    .tuple(oddTool, fc.constantFrom(null, null, "harbour", "the sea", "files__"))
    .map(([tool, space]): ToolDeclaration => {
      if (space === null || tool.kind !== "function") return tool;
      const namespace = { name: space, description: "Knows." };
      return { ...tool, name: nameInSpace(space, tool.name), namespace };
    }),
  { maxLength: 4 },
);
