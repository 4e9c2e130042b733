// The public face: every public name, and nothing else. Errors are told apart by `code`.
export { RefoldError, type RefoldErrorCode } from "./errors.js";

// events: what can happen
export { checkEvent } from "./events/check-event.js";
export type { Envelope } from "./events/envelope.js";
export type { EventOf, Fact, FactOf, FactType, LogEvent, RefoldEvent } from "./events/event.js";
export type { EventSource } from "./events/event-source.js";
export { ulidToUuid, uuidToUlid } from "./events/ids.js";
export type { InputImage, Item, MessagePart, OutputPart } from "./events/item.js";
export { countItemBytes } from "./events/item-bytes.js";
export {
  defineEventType,
  type OwnEvent,
  type OwnEventType,
  type OwnFact,
} from "./events/own-event.js";
export { isKnownEvent } from "./events/known-event.js";
export type { BlobHash, ItemRef, Modality, TruncationPolicy } from "./events/primitives.js";
export type { Bounded, Origin, RecordedItem } from "./events/recorded-item.js";
export type { Baseline, TurnSettings, Usage, UsageState } from "./events/slices.js";
export type { ToolDeclaration } from "./events/tools-declared.js";
export { upcastEvent } from "./events/upcast.js";

// reducers: events to state
export { boundItem, type BoundItem, type OutputCut } from "./reducers/bounding/bound-item.js";
export { replayOwn, type OwnFold } from "./reducers/own-fold.js";
export { initialState, reduce } from "./reducers/reduce.js";
export { replay } from "./reducers/replay.js";
export { resumeState, stateAt } from "./reducers/resume.js";
export { replayEvents, type ReplayOptions } from "./reducers/replay-events.js";
export type { LedgerEntry, Sequence, ThreadState } from "./reducers/thread-state.js";
export { checkpointList, type CheckpointEntry } from "./reducers/time-travel/checkpoint-list.js";
export { turnList, type TurnEntry } from "./reducers/time-travel/turn-list.js";

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
export { toTrimmedFact } from "./projections/prompt/to-trimmed-fact.js";
export { anthropic } from "./projections/providers/anthropic/anthropic.js";
export { google } from "./projections/providers/google/google.js";
export { toGoogleRestBody } from "./projections/providers/google/rest-body.js";
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
} from "./projections/tokens/calibration.js";
export { contentEstimator, estimatorFor } from "./projections/tokens/content-estimator.js";
export { countWithClient, toCountTokensBody } from "./projections/tokens/count-with-client.js";
export { exactEstimatorFor, loadTokenCounter } from "./projections/tokens/exact-tokens.js";
export {
  projectBudget,
  type BudgetOptions,
  type ContextBudget,
} from "./projections/tokens/project-budget.js";
export { projectTokens, type ThreadTokens } from "./projections/tokens/project-tokens.js";
export { estimateTextTokens } from "./projections/tokens/script-aware.js";
export { coarseEstimator, type TokenEstimator } from "./projections/tokens/token-estimator.js";
export { renderStatsHtml } from "./projections/stats/render-stats-html.js";
export { statsReport, type StatsReport } from "./projections/stats/stats-report.js";
export { emptyTally, mergeTallies, type Tally } from "./projections/stats/tally.js";
export {
  ThreadTally,
  type CountedEvent,
  type TallyOptions,
} from "./projections/stats/thread-tally.js";
export { redactText, type RedactedText } from "./projections/redaction/redact-text.js";
export type { RedactionFinding, RedactionOptions } from "./projections/redaction/redactor.js";
export { projectTranscript } from "./projections/transcript/project-transcript.js";
export {
  renderTranscript,
  type TranscriptFormat,
} from "./projections/transcript/render-transcript.js";
export type { Transcript } from "./projections/transcript/transcript.js";
export { projectCache, type CacheReport } from "./projections/views/cache.js";
export { projectCalibrationPairs } from "./projections/views/calibration-pairs.js";
export { diffPrompts, type PromptDiff } from "./projections/views/diff-prompts.js";
export { projectEstimateErrors, type EstimateErrors } from "./projections/views/estimate-errors.js";
export { explainPrompt, type ExplainedPart } from "./projections/views/explain.js";
export { projectForgetting, type Forgetting } from "./projections/views/forgetting.js";
export { projectMemory, type MemorySource } from "./projections/views/memory.js";
export { projectTimeline, type TimelineRow } from "./projections/views/timeline.js";

// store: where events live; what a driver of one's own is made with
export { checkBatch } from "./store/check-batch.js";
export { checkFirst } from "./store/check-first.js";
export type { EventDriver, OwnRange } from "./store/event-driver.js";
export { decodeEventLine, encodeLines } from "./store/event-lines.js";
export type {
  BackwardOptions,
  BlobStore,
  EventStore,
  FollowOptions,
  LogDamage,
  ReadOptions,
  ThreadEntry,
} from "./store/event-store.js";
export { BlobMissing } from "./store/blob-missing.js";
export { forkPoint } from "./store/fork-point.js";
export { memoryBlobs } from "./store/memory-blobs.js";
export { newestFirst } from "./store/newest-first.js";
export { OffsetConflict } from "./store/offset-conflict.js";
export { OffsetOutOfRange } from "./store/offset-out-of-range.js";
export { StoreClosed } from "./store/store-closed.js";
export { ThreadDeleted } from "./store/thread-deleted.js";
export { threadNotFound } from "./store/thread-not-found.js";
export {
  collectGarbage,
  type GarbageOptions,
  type GarbageReport,
} from "./store/jsonl/collect-garbage.js";
export type { ArchiveDamaged } from "./store/jsonl/archive/archive-damaged.js";
export type { FormChange } from "./store/jsonl/archive/change-form.js";
export type { FileSystem } from "./store/jsonl/file-system.js";
export { jsonlStore, type JsonlStore, type JsonlStoreOptions } from "./store/jsonl/jsonl-store.js";
export { withLineage } from "./store/lineage.js";
export { memoryStore } from "./store/memory.js";
export { resolveThreadId } from "./store/resolve-thread-id.js";

// recorded sessions
export { listThreads, type ListThreadsOptions } from "./runtime/discovery/listing/list-threads.js";
export type { ThreadSummary } from "./runtime/discovery/listing/thread-summary.js";
export { importBundle } from "./runtime/bundle/import-bundle.js";
export { bundleThread, type Bundle, type BundleOptions } from "./runtime/bundle/write-bundle.js";
export { openSession } from "./runtime/discovery/open-session.js";
export type { Session } from "./runtime/discovery/session.js";
export type { ByteSource } from "./dialects/byte-source.js";
export { importFile, type ImportResult } from "./runtime/import/import-file.js";
export { writeClaudeCode } from "./dialects/claude-code/writing/write-thread.js";
export { writeCodex } from "./dialects/codex/writing/write-thread.js";
export { writePi } from "./dialects/pi/writing/write-thread.js";
export { ExportReport, type NotCarried } from "./dialects/writing/export-report.js";
export type { ThreadExport } from "./dialects/writing/thread-export.js";
export { redactEvents, type RedactedEvents } from "./runtime/redaction/redact-events.js";
export {
  redactThread,
  type RedactedThread,
  type RedactThreadOptions,
} from "./runtime/redaction/redact-thread.js";
export type { Repair } from "./runtime/repair/repair.js";
export { repairFile } from "./runtime/repair/repair-file.js";

// runtime: a thread you drive
export { discoverAgentsFiles } from "./runtime/discovery/agents-files.js";
export { discoverSkills } from "./runtime/discovery/skills.js";
export {
  renderFragment,
  type PromptFragment,
  type RenderedFragment,
  type SessionFragment,
  type TurnFragment,
} from "./runtime/fragments/fragment.js";
export { fragmentRegistry } from "./runtime/fragments/registry.js";
export type { TurnContext } from "./runtime/fragments/turn-context.js";
export {
  hookContext,
  subAgentNotification,
  userShellCommand,
} from "./runtime/fragments/turn-fragments.js";
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
export type { ConversationProvider } from "./runtime/conversation/conversation-provider.js";
export type {
  ConversationRequest,
  ConversationRequestOptions,
} from "./runtime/conversation/conversation-request.js";
export type { ConversationMessage } from "./runtime/conversation/message.js";
export type { OpenCall } from "./runtime/conversation/open-calls.js";
export type {
  ConversationHome,
  ConversationLoading,
  ConversationOptions,
} from "./runtime/conversation/open-conversation.js";
export type { TruncationStrategy } from "./runtime/conversation/truncation-strategy.js";

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
export { defineTextTool, defineTool } from "./runtime/tools/define-tool.js";
export type { Tool, ToolCall, ToolResult } from "./runtime/tools/tool.js";

// experiments: forks that each vary one thing
export {
  compareVariants,
  type ComparedVariant,
  type Comparison,
} from "./runtime/experiment/compare-variants.js";
export type {
  ClientWish,
  Experiment,
  ExperimentClient,
  Metric,
} from "./runtime/experiment/experiment.js";
export type { VariantMeasures } from "./runtime/experiment/measures.js";
export type { ExperimentPlan, Variant } from "./runtime/experiment/plan.js";
export { readExperiment, type ExperimentResults } from "./runtime/experiment/read-experiment.js";
export { runExperiment, type RunExperimentOptions } from "./runtime/experiment/run-experiment.js";
export type { VariantResult } from "./runtime/experiment/variant-result.js";

// compaction
export type { Compaction, NoCompaction } from "./runtime/compaction/compaction.js";
export { extractiveSummary } from "./runtime/compaction/extractive-summary.js";
export { modelSummary } from "./runtime/compaction/model-summary.js";
export { openaiCompaction } from "./runtime/compaction/openai-compaction.js";
export type { CompactOptions } from "./runtime/compaction/plan-compaction.js";
export { plannedState } from "./runtime/compaction/planned-state.js";
export type {
  CompactionStrategy,
  CompactionTrigger,
  StrategyInput,
  StrategyPlan,
} from "./runtime/compaction/strategy.js";
export type { Summarize, Summary, SummaryRequest } from "./runtime/compaction/summarize.js";
export { COMPACTION_TEMPLATES, type CompactionTemplates } from "./runtime/compaction/templates.js";
