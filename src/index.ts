// `refold`: the main road: events, state, prompts, threads, conversations. The rest has entry points of its
// own, in src/entries/. Errors are distinguished by `code`.
export {
  isRefoldError,
  RefoldError,
  type ErrorDetails,
  type ErrorText,
  type RefoldErrorCode,
} from "./errors.js";
export { checkEvent } from "./events/check-event.js";
export type { EventSource } from "./events/event-source.js";
export type { EventOf, Fact, FactOf, FactType, LogEvent, RefoldEvent } from "./events/event.js";
export type {
  InputImage,
  Item,
  MessagePart,
  OutputPart,
  Bounded,
  Origin,
  RecordedItem,
} from "./events/item.js";
export { isKnownEvent } from "./events/known-event.js";
export {
  defineEventType,
  type OwnEvent,
  type OwnEventType,
  type OwnFact,
} from "./events/own-event.js";
export type { BlobHash, ItemRef, Modality, TruncationPolicy } from "./events/primitives.js";
export type { Envelope, Baseline, TurnSettings, Usage, UsageState } from "./events/slices.js";
export type { ToolDeclaration } from "./events/thread.js";
export { defineModels, findModel, type ModelDefinition } from "./models/find-model.js";
export type { ModelInfo } from "./models/model-info.js";
export {
  fitPrompt,
  type FitOptions,
  type FitStrategy,
  type FittedPrompt,
  toTrimmedFact,
} from "./projections/prompt/fit-prompt.js";
export {
  continuePrompt,
  projectPrompt,
  type PromptOptions,
} from "./projections/prompt/project-prompt.js";
export type {
  Prompt,
  PromptItem,
  PromptRepair,
  PromptRepairKind,
  PromptTarget,
} from "./projections/prompt/prompt.js";
export {
  projectBudget,
  type ContextBudgetOptions,
  type ContextBudget,
} from "./projections/tokens/project-budget.js";
export { projectTokens, type ThreadTokens } from "./projections/tokens/project-tokens.js";
export {
  projectTranscript,
  type TranscriptOptions,
} from "./projections/transcript/project-transcript.js";
export {
  renderTranscript,
  type TranscriptFormat,
} from "./projections/transcript/render-transcript.js";
export type { TranscriptLook } from "./projections/transcript/transcript-words.js";
export type { Transcript } from "./projections/transcript/transcript.js";
export { projectCache, type CacheReport } from "./projections/views/cache.js";
export { diffPrompts, type PromptDiff } from "./projections/views/diff-prompts.js";
export { explainPrompt, type ExplainedPart } from "./projections/views/explain.js";
export { projectForgetting, type Forgetting } from "./projections/views/forgetting.js";
export { projectMemory, type MemorySource } from "./projections/views/memory.js";
export { projectTimeline, type TimelineRow } from "./projections/views/timeline.js";
export { boundItem, type BoundItem, type OutputCut } from "./reducers/bounding.js";
export { checkpointList, type CheckpointEntry } from "./reducers/checkpoint-list.js";
export { initialState } from "./reducers/reduce.js";
export {
  replayOwn,
  type OwnFold,
  reduceEvent,
  replayEvents,
  type ReplayOptions,
} from "./reducers/replay-events.js";
export { replay } from "./reducers/replay.js";
export { resumeState, stateAt } from "./reducers/resume.js";
export type { LedgerEntry, Sequence, ThreadState } from "./reducers/thread-state.js";
export { turnList, type TurnEntry } from "./reducers/turn-list.js";
export type { Compaction, NoCompaction } from "./runtime/compaction/compaction.js";
export type { CompactOptions } from "./runtime/compaction/plan-compaction.js";
export { COMPACTION_TEMPLATES, type CompactionTemplates } from "./runtime/compaction/settings.js";
export {
  plannedState,
  type CompactionStrategy,
  type CompactionTrigger,
  type StrategyInput,
  type StrategyPlan,
} from "./runtime/compaction/strategy.js";
export { anthropicCompaction, openaiCompaction } from "./runtime/compaction/provider-compaction.js";
export { extractiveSummary, modelSummary } from "./runtime/compaction/summaries.js";
export type { Summarize, Summary, SummaryRequest } from "./runtime/compaction/summary-turn.js";
export type {
  AssistantCall,
  AssistantContent,
  AssistantMessage,
  ProviderAnswer,
} from "./runtime/conversation/assistant-message.js";
export type {
  ContentPart,
  ImageContent,
  MessageContent,
} from "./runtime/conversation/content-parts.js";
export type {
  BudgetOptions,
  ConversationBudget,
} from "./runtime/conversation/conversation-budget.js";
export type { ConversationEntry } from "./runtime/conversation/conversation-entry.js";
export type {
  ConversationRequest,
  ConversationRequestOptions,
  ConversationStreamOptions,
} from "./runtime/conversation/conversation-request.js";
export type {
  ConversationProvider,
  TruncationStrategy,
} from "./runtime/conversation/conversation-settings.js";
export { Conversation, type ConversationStreamEvent } from "./runtime/conversation/conversation.js";
export type { ConversationMessage, OpenCall } from "./runtime/conversation/message.js";
export type {
  ConversationHome,
  LoadOptions,
  ConversationOptions,
} from "./runtime/conversation/open-conversation.js";
export { discoverAgentsFiles, discoverSkills } from "./runtime/fragments/context-on-disk.js";
export {
  renderFragment,
  type PromptFragment,
  type RenderedFragment,
  type SessionFragment,
  type TurnFragment,
  hookContext,
  subAgentNotification,
  userShellCommand,
} from "./runtime/fragments/fragment.js";
export { fragmentRegistry } from "./runtime/fragments/registry.js";
export type { TurnContext } from "./runtime/fragments/turn-context.js";
export type { ModelClient, ModelEvent, ModelRequest } from "./runtime/models/model-client.js";
export {
  scriptedModel,
  type ScriptedAnswer,
  type ScriptStep,
} from "./runtime/models/scripted-model.js";
export {
  forkThread,
  openThread,
  resumeThread,
  type RuntimeOptions,
} from "./runtime/open-thread.js";
export type { RunTurnOptions, TurnEvent, TurnHooks, TurnResult } from "./runtime/run-turn.js";
export { rebuildPrompt, serializePrompt } from "./runtime/sent-request.js";
export { followThread } from "./runtime/streams.js";
export type { Thread } from "./runtime/thread.js";
export {
  defineTextTool,
  defineTool,
  type Tool,
  type ToolCall,
  type ToolResult,
} from "./runtime/tools/tool.js";
export type { Turn } from "./runtime/turn.js";
export type { BlobStore, EventStore, ThreadEntry } from "./store/event-store.js";
export { jsonlStore, type JsonlStore, type JsonlStoreOptions } from "./store/jsonl/jsonl-store.js";
export { memoryStore } from "./store/memory.js";
