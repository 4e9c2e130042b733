// The public face: every public name, and nothing else.
export { RefoldError, type RefoldErrorCode } from "./errors.js";

// events
export type { Envelope } from "./events/envelope.js";
export type { EventOf, Fact, FactOf, FactType, LogEvent, RefoldEvent } from "./events/event.js";
export type { EventSource } from "./events/event-source.js";
export type { Item, MessagePart } from "./events/item.js";
export { isKnownEvent } from "./events/known-event.js";
export type { BlobHash, ItemRef, TruncationPolicy } from "./events/primitives.js";
export type { Origin, RecordedItem } from "./events/recorded-item.js";
export type { Baseline, Usage } from "./events/slices.js";
export type { ToolDeclaration } from "./events/tools-declared.js";

// reducers
export { initialState, reduce } from "./reducers/reduce.js";
export { replay, resumeState, stateAt } from "./reducers/replay.js";
export { replayEvents } from "./reducers/replay-events.js";
export type { LedgerEntry, Sequence, ThreadState } from "./reducers/thread-state.js";

// projections
export {
  continuePrompt,
  projectPrompt,
  type PromptOptions,
} from "./projections/prompt/project-prompt.js";
export type {
  Prompt,
  PromptItem,
  PromptRepair,
  PromptTarget,
} from "./projections/prompt/prompt.js";
export { anthropic } from "./projections/providers/anthropic/anthropic.js";
export { google } from "./projections/providers/google/google.js";
export { openaiChat } from "./projections/providers/openai-chat/openai-chat.js";
export { openaiResponses } from "./projections/providers/openai-responses/openai-responses.js";
export type {
  Provider,
  ProviderRequest,
  ProviderResponse,
  RequestOptions,
} from "./projections/providers/provider.js";

// store
export type { BlobStore, EventStore, LogDamage, ThreadEntry } from "./store/event-store.js";
export { jsonlStore, type JsonlStore, type JsonlStoreOptions } from "./store/jsonl/jsonl-store.js";
export { memoryStore } from "./store/memory.js";

// runtime
export { discoverAgentsFiles } from "./runtime/discovery/agents-files.js";
export { discoverSkills } from "./runtime/discovery/skills.js";
export type {
  PromptFragment,
  SessionFragment,
  TurnFragment,
} from "./runtime/fragments/fragment.js";
export { renderFragment } from "./runtime/fragments/fragment.js";
export { fragmentRegistry } from "./runtime/fragments/registry.js";
export type { TurnContext } from "./runtime/fragments/turn-context.js";
export {
  forkThread,
  openThread,
  resumeThread,
  type RuntimeOptions,
} from "./runtime/open-thread.js";
export { rebuildPrompt } from "./runtime/sent-request.js";
export { followThread } from "./runtime/streams.js";
export type { Thread } from "./runtime/thread.js";
export type { Turn } from "./runtime/turn.js";
