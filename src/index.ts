// The public face: every public name, and nothing else. Errors are told apart by `code`.
export { RefoldError, type RefoldErrorCode } from "./errors.js";

// events: what can happen
export { checkEvent, upcastEvent } from "./events/check-event.js";
export type { Envelope, Baseline, TurnSettings, Usage, UsageState } from "./events/slices.js";
export type { EventOf, Fact, FactOf, FactType, LogEvent, RefoldEvent } from "./events/event.js";
export type { EventSource } from "./events/event-source.js";
export { ulidToUuid, uuidToUlid } from "./events/ids.js";
export type {
  InputImage,
  Item,
  MessagePart,
  OutputPart,
  Bounded,
  Origin,
  RecordedItem,
} from "./events/item.js";
export { countItemBytes } from "./events/item-bytes.js";
export {
  defineEventType,
  type OwnEvent,
  type OwnEventType,
  type OwnFact,
} from "./events/own-event.js";
export { isKnownEvent } from "./events/known-event.js";
export type { BlobHash, ItemRef, Modality, TruncationPolicy } from "./events/primitives.js";

export type { ToolDeclaration } from "./events/thread.js";

// reducers: events to state
export { boundItem, type BoundItem, type OutputCut } from "./reducers/bounding.js";
export {
  replayOwn,
  type OwnFold,
  replayEvents,
  type ReplayOptions,
} from "./reducers/replay-events.js";
export { initialState, reduce } from "./reducers/reduce.js";
export { replay } from "./reducers/replay.js";
export { resumeState, stateAt } from "./reducers/resume.js";

export type { LedgerEntry, Sequence, ThreadState } from "./reducers/thread-state.js";
export { checkpointList, type CheckpointEntry } from "./reducers/checkpoint-list.js";
export { turnList, type TurnEntry } from "./reducers/turn-list.js";

// models: what each can take
export {
  defineModels,
  findModel,
  KNOWN_MODELS,
  nearestModels,
  type FoundModel,
  type ModelDefinition,
  type ModelTable,
} from "./models/find-model.js";
export type { ModelInfo } from "./models/model-info.js";

// projections: state to views
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

export { anthropic } from "./projections/providers/anthropic/anthropic.js";
export { google } from "./projections/providers/google/google.js";
export { toGoogleRestBody } from "./projections/providers/google/body.js";
export { openaiChat } from "./projections/providers/openai-chat/openai-chat.js";
export { openaiResponses } from "./projections/providers/openai-responses/openai-responses.js";
export type {
  BlobLookup,
  FinishReason,
  Provider,
  ProviderRequest,
  ProviderResponse,
  RequestOptions,
  ResponseItem,
  ResponseOptions,
} from "./projections/providers/provider.js";
export {
  calibrate,
  calibrated,
  type Calibration,
  type CalibrationPair,
  coarseEstimator,
  type TokenEstimator,
} from "./projections/tokens/token-estimator.js";
export { contentEstimator, estimatorFor } from "./projections/tokens/content-estimator.js";
export {
  countWithClient,
  toCountTokensBody,
  exactEstimatorFor,
  loadTokenCounter,
} from "./projections/tokens/exact-tokens.js";

export {
  projectBudget,
  type BudgetOptions,
  type ContextBudget,
} from "./projections/tokens/project-budget.js";
export { projectTokens, type ThreadTokens } from "./projections/tokens/project-tokens.js";
export { estimateTextTokens } from "./projections/tokens/script-aware.js";

export { renderStatsHtml } from "./projections/stats/render-stats-html.js";
export { statsReport, type StatsReport } from "./projections/stats/stats-report.js";
export { emptyTally, mergeTallies, type Tally } from "./projections/stats/tally.js";
export {
  ThreadTally,
  type CountedEvent,
  type TallyOptions,
} from "./projections/stats/thread-tally.js";
export {
  redactText,
  type RedactedText,
  type RedactionFinding,
  type RedactionOptions,
} from "./projections/redaction/redactor.js";

export { projectTranscript } from "./projections/transcript/project-transcript.js";
export {
  renderTranscript,
  type TranscriptFormat,
} from "./projections/transcript/render-transcript.js";
export type { Transcript } from "./projections/transcript/transcript.js";
export { projectCache, type CacheReport } from "./projections/views/cache.js";
export { projectCalibrationPairs } from "./projections/views/reported-requests.js";
export { diffPrompts, type PromptDiff } from "./projections/views/diff-prompts.js";
export { projectEstimateErrors, type EstimateErrors } from "./projections/views/estimate-errors.js";
export { explainPrompt, type ExplainedPart } from "./projections/views/explain.js";
export { projectForgetting, type Forgetting } from "./projections/views/forgetting.js";
export { projectMemory, type MemorySource } from "./projections/views/memory.js";
export { projectTimeline, type TimelineRow } from "./projections/views/timeline.js";

// store: where events live; what a driver of one's own is made with
export { checkBatch, checkFirst } from "./store/check-batch.js";

export {
  type EventDriver,
  type OwnRange,
  type BackwardOptions,
  type BlobStore,
  type EventStore,
  type FollowOptions,
  type LogDamage,
  type ReadOptions,
  type ThreadEntry,
  newestFirst,
} from "./store/event-store.js";
export { decodeEventLine, encodeLines } from "./store/event-lines.js";

export {
  BlobMissing,
  OffsetConflict,
  OffsetOutOfRange,
  StoreClosed,
  ThreadDeleted,
  threadNotFound,
  type ArchiveDamaged,
} from "./store/errors.js";
export { forkPoint } from "./store/fork-thread.js";
export { memoryBlobs } from "./store/blobs.js";

export {
  collectGarbage,
  type GarbageOptions,
  type GarbageReport,
} from "./store/jsonl/collect-garbage.js";

export type { FormChange } from "./store/jsonl/change-form.js";
export type { FileSystem } from "./store/jsonl/file-system.js";
export { jsonlStore, type JsonlStore, type JsonlStoreOptions } from "./store/jsonl/jsonl-store.js";
export { withLineage } from "./store/lineage.js";
export { memoryStore } from "./store/memory.js";
export { resolveThreadId } from "./store/resolve-thread-id.js";

// recorded sessions
export { listThreads, type ListThreadsOptions } from "./sessions/listing/list-threads.js";
export type { ThreadSummary } from "./sessions/listing/thread-summary.js";
export { importBundle } from "./sessions/bundle/import-bundle.js";
export { bundleThread, type Bundle, type BundleOptions } from "./sessions/bundle/write-bundle.js";
export { openSession } from "./sessions/open-session.js";
export type { Session } from "./sessions/session.js";
export type { ByteSource } from "./dialects/shared/byte-source.js";
export { importFile, type ImportResult } from "./sessions/import-file.js";
export { writeClaudeCode } from "./dialects/claude-code/claude-code-encoder.js";
export { writeCodex } from "./dialects/codex/codex-encoder.js";
export { writePi } from "./dialects/pi/pi-encoder.js";
export {
  ExportReport,
  type NotCarried,
  type ThreadExport,
} from "./dialects/shared/write-thread.js";

export { redactEvents, type RedactedEvents } from "./sessions/redaction/redact-events.js";
export {
  redactThread,
  type RedactedThread,
  type RedactThreadOptions,
} from "./sessions/redaction/redact-thread.js";
export type { Repair } from "./sessions/repair-own.js";
export { repairFile } from "./sessions/repair-file.js";

// runtime: a thread you drive
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
export type { Turn } from "./runtime/turn.js";

// a conversation with any provider
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
export { Conversation } from "./runtime/conversation/conversation.js";
export type { BudgetWish, ConversationBudget } from "./runtime/conversation/conversation-budget.js";
export type { ConversationEntry } from "./runtime/conversation/conversation-entry.js";
export type {
  ConversationProvider,
  TruncationStrategy,
} from "./runtime/conversation/conversation-settings.js";
export type {
  ConversationRequest,
  ConversationRequestOptions,
} from "./runtime/conversation/conversation-request.js";
export type { ConversationMessage, OpenCall } from "./runtime/conversation/message.js";

export type {
  ConversationHome,
  ConversationLoading,
  ConversationOptions,
} from "./runtime/conversation/open-conversation.js";

// models to run, tools to call
export type { ModelClient, ModelEvent, ModelRequest } from "./runtime/models/model-client.js";
export type { RecordedDifference } from "./runtime/models/recorded/recorded-difference.js";
export { recordedModel } from "./runtime/models/recorded/recorded-model.js";
export { recordedTools } from "./runtime/models/recorded/recorded-tools.js";
export {
  scriptedModel,
  type ScriptedAnswer,
  type ScriptStep,
} from "./runtime/models/scripted-model.js";
export {
  defineTextTool,
  defineTool,
  type Tool,
  type ToolCall,
  type ToolResult,
} from "./runtime/tools/tool.js";

// experiments: forks that each vary one thing
export {
  compareVariants,
  type ComparedVariant,
  type Comparison,
} from "./experiments/compare-variants.js";
export type {
  ClientWish,
  Experiment,
  ExperimentClient,
  Metric,
  VariantMeasures,
  VariantResult,
} from "./experiments/experiment.js";

export type { ExperimentPlan, Variant } from "./experiments/plan.js";
export {
  readExperiment,
  type ExperimentResults,
  runExperiment,
  type RunExperimentOptions,
} from "./experiments/run-experiment.js";

// compaction
export type { Compaction, NoCompaction } from "./runtime/compaction/compaction.js";
export {
  extractiveSummary,
  modelSummary,
  openaiCompaction,
} from "./runtime/compaction/summaries.js";

export type { CompactOptions } from "./runtime/compaction/plan-compaction.js";
export {
  plannedState,
  type CompactionStrategy,
  type CompactionTrigger,
  type StrategyInput,
  type StrategyPlan,
} from "./runtime/compaction/strategy.js";

export type { Summarize, Summary, SummaryRequest } from "./runtime/compaction/summary-turn.js";
export { COMPACTION_TEMPLATES, type CompactionTemplates } from "./runtime/compaction/settings.js";
