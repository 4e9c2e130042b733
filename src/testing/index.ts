// `refold/testing`: what Refold is tested with, for the tests of those who build on it. Needs
// fast-check, an optional peer.
export { callPairs, type CallPair } from "./arbitraries/calls.js";
export {
  codexRollout,
  type CodexLine,
  type CodexRolloutOptions,
} from "./arbitraries/codex-rollout.js";
export { envelopes } from "./arbitraries/envelopes.js";
export {
  histories,
  historyCommands,
  turnCommands,
  type HistoryOptions,
  type HistoryWeights,
  type OwnHistoryOptions,
} from "./arbitraries/history.js";
export { imageUrls, inputImages, pngBytes, type ImageWeight } from "./arbitraries/images.js";
export {
  assistantMessages,
  contextualUserMessages,
  instructionMessages,
  items,
  ledgerItems,
  reasoningItems,
  summaryMessages,
  userMessages,
} from "./arbitraries/items.js";
export { longTexts, texts } from "./arbitraries/texts.js";
export { historyRollout } from "./counterexample/rollout-text.js";
export { statesByDefinition } from "./definition.js";
export type { History, HistoryDamage } from "./history-builder.js";
export type { DamageForm, HistoryCommand, OwnEventCommand } from "./history-command.js";
export { checkInvariants, type CheckOptions } from "./invariants/check-invariants.js";
export type {
  Answer,
  BodyInvariant,
  CheckedLog,
  Finding,
  Invariant,
  LogInvariant,
  LogReader,
  LogStep,
  PromptInvariant,
  StateInvariant,
} from "./invariants/invariant.js";
export type {
  InvariantCheck,
  InvariantReport,
  InvariantViolation,
} from "./invariants/invariant-report.js";
export { HOLDS } from "./invariants/invariant.js";
export { INVARIANTS } from "./invariants/invariants.js";
export {
  faultsAt,
  randomFaults,
  type Fault,
  type FaultPlan,
  type FileCall,
  type RandomFaultOptions,
} from "./faults/fault.js";
export { faultyFileSystem, type FaultyFileSystem } from "./faults/faulty-file-system.js";
export type { InjectedFault } from "./faults/met-faults.js";
export { listSource } from "./list-source.js";
export { ModelDisagrees } from "./model/model-disagrees.js";
export { runThreadCommands, type RunOptions } from "./model/run-thread-commands.js";
export { jsonlUnderTest, keptStore, type StoreUnderTest } from "./model/store-under-test.js";
export {
  threadCommands,
  type ThreadCommandOptions,
  type ThreadCommands,
} from "./model/thread-commands.js";
export { eventForm } from "./own/event-form.js";
export { foldInvariant, type FoldInvariant } from "./own/fold-invariant.js";
export {
  ownEvent,
  ownFragment,
  ownSessionFragment,
  type OwnEventDraws,
  type OwnFragmentDraws,
  type OwnKit,
} from "./own/own-kit.js";
export { checkAnthropicRequest } from "./protocol/anthropic.js";
export { checkGoogleRequest } from "./protocol/google.js";
export { checkChatRequest } from "./protocol/openai-chat.js";
export { checkResponsesRequest } from "./protocol/openai-responses.js";
export type { Violation } from "./protocol/violation.js";
export { renderHistory } from "./render-history.js";
export type { ContractCase } from "./store-contract/contract-case.js";
export { storeContract } from "./store-contract/store-contract.js";
