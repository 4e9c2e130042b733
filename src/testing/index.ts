// `refold/testing`: what Refold is tested with, for the tests of those who build on it. Needs
// fast-check, an optional peer.
export { callPairs, type CallPair } from "./arbitraries/calls.js";
export {
  codexRollout,
  type CodexLine,
  type CodexRolloutOptions,
} from "./arbitraries/codex-rollout.js";
export { envelopes } from "./arbitraries/commands.js";
export {
  histories,
  historyCommands,
  turnCommands,
  type HistoryOptions,
  type HistoryWeights,
  type OwnHistoryOptions,
} from "./arbitraries/history.js";
export {
  imageUrls,
  inputImages,
  pngBytes,
  type ImageWeight,
  longTexts,
  texts,
} from "./arbitraries/texts.js";
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

export { historyRollout } from "./counterexample.js";
export { statesByDefinition, listSource } from "./definition.js";
export type { History, HistoryDamage } from "./history-builder.js";
export type { DamageForm, HistoryCommand, OwnEventCommand } from "./history-command.js";
export { checkInvariants, type CheckOptions } from "./invariants/check-invariants.js";
export {
  type Answer,
  type BodyInvariant,
  type CheckedLog,
  type Finding,
  type Invariant,
  type LogInvariant,
  type LogReader,
  type LogStep,
  type PromptInvariant,
  type StateInvariant,
  HOLDS,
} from "./invariants/invariant.js";
export type {
  InvariantCheck,
  InvariantReport,
  InvariantViolation,
} from "./invariants/invariant-report.js";

export { INVARIANTS } from "./invariants/invariants.js";
export {
  faultsAt,
  randomFaults,
  type Fault,
  type FaultPlan,
  type FileCall,
  type RandomFaultOptions,
  faultyFileSystem,
  type FaultyFileSystem,
  type InjectedFault,
} from "./faulty-file-system.js";

export { ModelDisagrees } from "./errors.js";
export {
  runThreadCommands,
  type RunOptions,
  threadCommands,
  type ThreadCommandOptions,
  type ThreadCommands,
} from "./model/thread-commands.js";
export { jsonlUnderTest, keptStore, type StoreUnderTest } from "./model/driven-thread.js";

export { eventForm, foldInvariant, type FoldInvariant } from "./fold-invariant.js";

export {
  ownEvent,
  ownFragment,
  ownSessionFragment,
  type OwnEventDraws,
  type OwnFragmentDraws,
  type OwnKit,
} from "./own-kit.js";
export { checkAnthropicRequest } from "./protocol/anthropic.js";
export { checkGoogleRequest } from "./protocol/google.js";
export { checkChatRequest } from "./protocol/openai-chat.js";
export { checkResponsesRequest } from "./protocol/openai-responses.js";
export type { Violation } from "./protocol/violation.js";
export { renderHistory } from "./render-history.js";
export type { ContractCase } from "./store-contract/contract-case.js";
export { storeContract } from "./store-contract/store-contract.js";
