import fc from "fast-check";
import type { Item, MessageItem, MessagePart, ReasoningItem } from "../../events/item.js";
import { callPairs } from "./calls.js";
import {
  contextualDeveloperTexts,
  contextualUserTexts,
  hookPromptTexts,
  type ImageWeight,
  inputImages,
  instructionTexts,
  itemOf,
  nearlyContextualTexts,
  summaryTexts,
  texts,
  textsOrImages,
  typed,
} from "./texts.js";

/** Items of every kind, calls and outputs unpaired; also those that never enter a ledger. */
export function items(): fc.Arbitrary<Item> {
  return fc.oneof(
    { weight: 6, arbitrary: ledgerItems() },
    { weight: 1, arbitrary: messages("system", messageParts()) },
    { weight: 1, arbitrary: otherItems() },
  );
}

/** Items that may be in a ledger, calls and outputs unpaired. */
export function ledgerItems(): fc.Arbitrary<Item> {
  return fc.oneof(
    { weight: 3, arbitrary: userMessages() },
    { weight: 2, arbitrary: contextualUserMessages() },
    { weight: 2, arbitrary: developerMessages() },
    { weight: 3, arbitrary: assistantMessages() },
    { weight: 1, arbitrary: summaryMessages() },
    { weight: 1, arbitrary: instructionMessages() },
    { weight: 2, arbitrary: reasoningItems() },
    { weight: 6, arbitrary: callPairs().chain((pair) => fc.constantFrom(...pair)) },
    { weight: 1, arbitrary: hostedCalls() },
    { weight: 1, arbitrary: ghostSnapshots() },
    { weight: 1, arbitrary: compactionItems() },
  );
}

/** What a user types; some of it looks as if the session had injected it, and is not. */
export function userMessages(weights: ImageWeight = {}): fc.Arbitrary<MessageItem> {
  return messages("user", messageParts(weights));
}

/** User messages of which a part was injected by the session; a hook's text included. */
export function contextualUserMessages(): fc.Arbitrary<MessageItem> {
  const fragment = contextualUserTexts().map(inputText);
  return fc.oneof(
    messages("user", fc.tuple(fragment)),
    messages("user", fc.tuple(fragment, texts().map(inputText))),
    hookPromptMessages(),
  );
}

export function hookPromptMessages(): fc.Arbitrary<MessageItem> {
  const fragments = fc.array(contextualUserTexts().map(inputText), { maxLength: 1 });
  return messages(
    "user",
    fc.tuple(hookPromptTexts().map(inputText), fragments).map(([first, rest]) => [first, ...rest]),
  );
}

/** Developer messages: ordinary, contextual and mixed. */
function developerMessages(): fc.Arbitrary<MessageItem> {
  const fragment: fc.Arbitrary<MessagePart> = contextualDeveloperTexts().map(inputText);
  const part = fc.oneof(fragment, texts().map(inputText), inputImages());
  return messages("developer", fc.array(part, { minLength: 1, maxLength: 2 }));
}

/** Messages of the model to the user. */
export function assistantMessages(): fc.Arbitrary<MessageItem> {
  const citation = texts({ maxLength: 8 }).map(
    (text) => `<oai-mem-citation>${text}</oai-mem-citation>`,
  );
  const part = fc.oneof({ weight: 5, arbitrary: texts() }, citation).map(outputText);
  return messages("assistant", fc.array(part, { maxLength: 2 }));
}

/** Summaries that a Codex compaction left. */
export function summaryMessages(): fc.Arbitrary<MessageItem> {
  return messages("user", fc.tuple(summaryTexts().map(inputText)));
}

/** Assistant messages by which one agent instructs another. */
export function instructionMessages(): fc.Arbitrary<MessageItem> {
  const part = fc.oneof(instructionTexts().map(inputText), instructionTexts().map(outputText));
  return messages("assistant", fc.tuple(part));
}

/** Reasoning of the model, as text or encrypted. */
export function reasoningItems(): fc.Arbitrary<ReasoningItem> {
  const summary = typed("summary_text", { text: texts() });
  const type = fc.constantFrom("reasoning_text" as const, "text" as const);
  return itemOf(
    "reasoning",
    { summary: fc.array(summary, { maxLength: 2 }) },
    {
      id: fc.option(fc.uuid()),
      content: fc.option(fc.array(fc.record({ type, text: texts() }), { maxLength: 2 })),
      encrypted_content: fc.option(fc.base64String({ maxLength: 2000 })),
    },
  );
}

/** Calls that the provider answers itself. */
function hostedCalls(): fc.Arbitrary<Item> {
  const completed = fc.constant("completed");
  const action = fc.option(typed("search", { query: texts() }));
  return fc.oneof(
    itemOf(
      "web_search_call",
      {},
      { id: fc.option(fc.uuid()), status: fc.option(completed), action },
    ),
    itemOf(
      "image_generation_call",
      { id: fc.uuid(), status: completed, result: fc.base64String() },
      { revised_prompt: fc.option(texts()) },
    ),
  );
}

function ghostSnapshots(): fc.Arbitrary<Item> {
  const commit = fc.record({ id: fc.uuid(), parent: fc.option(fc.uuid()) });
  return typed("ghost_snapshot", { ghost_commit: commit });
}

function compactionItems(): fc.Arbitrary<Item> {
  return fc.record({
    type: fc.constantFrom("compaction" as const, "compaction_summary" as const),
    encrypted_content: fc.base64String({ maxLength: 2000 }),
  });
}

function otherItems(): fc.Arbitrary<Item> {
  const original = fc.record({ type: fc.constantFrom("mcp_call", "future_item"), text: texts() });
  return typed("other", { original });
}

function messageParts(weights: ImageWeight = {}): fc.Arbitrary<MessagePart[]> {
  const text = fc.oneof({ weight: 5, arbitrary: texts() }, nearlyContextualTexts());
  const words: fc.Arbitrary<MessagePart> = fc.oneof(
    { weight: 4, arbitrary: text.map(inputText) },
    { weight: 1, arbitrary: text.map(outputText) },
  );
  return fc.array(textsOrImages(words, { texts: 5, ...weights }), { maxLength: 3 });
}

function messages(role: string, content: fc.Arbitrary<MessagePart[]>): fc.Arbitrary<MessageItem> {
  return itemOf(
    "message",
    { role: fc.constant(role), content },
    {
      id: fc.option(fc.uuid()),
      end_turn: fc.option(fc.boolean()),
      phase: fc.option(fc.constantFrom("commentary", "final_answer")),
      unknown_member: texts(),
    },
  );
}

function inputText(text: string) {
  return { type: "input_text" as const, text };
}

function outputText(text: string) {
  return { type: "output_text" as const, text };
}
