// `refold/testing`: what Refold is tested with, for the tests of those who build on it. Needs
// fast-check, an optional peer.
export { callPairs, type CallPair } from "../testing/arbitraries/calls.js";
export {
  codexRollout,
  type CodexLine,
  type CodexRolloutOptions,
} from "../testing/arbitraries/codex-rollout.js";
export { envelopes } from "../testing/arbitraries/commands.js";
export {
  histories,
  historyCommands,
  turnCommands,
  type HistoryOptions,
  type HistoryWeights,
  type OwnHistoryOptions,
} from "../testing/arbitraries/history.js";
export {
  imageUrls,
  inputImages,
  pngBytes,
  type ImageWeight,
  longTexts,
  texts,
} from "../testing/arbitraries/texts.js";
export {
  assistantMessages,
  contextualUserMessages,
  instructionMessages,
  items,
  ledgerItems,
  reasoningItems,
  summaryMessages,
  userMessages,
} from "../testing/arbitraries/items.js";

export { historyRollout } from "../testing/counterexample.js";
export { statesByDefinition, listSource } from "../testing/definition.js";
export type { History, HistoryDamage } from "../testing/history-builder.js";
export type { DamageForm, HistoryCommand, OwnEventCommand } from "../testing/history-command.js";
export { checkInvariants, type CheckOptions } from "../testing/invariants/check-invariants.js";
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
} from "../testing/invariants/invariant.js";
export type {
  InvariantCheck,
  InvariantReport,
  InvariantViolation,
} from "../testing/invariants/invariant-report.js";

export { INVARIANTS } from "../testing/invariants/invariants.js";
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
} from "../testing/faulty-file-system.js";

export {
  runThreadCommands,
  type RunOptions,
  threadCommands,
  type ThreadCommandOptions,
  type ThreadCommands,
} from "../testing/model/thread-commands.js";
export { jsonlUnderTest, keptStore, type StoreUnderTest } from "../testing/model/driven-thread.js";

export { eventForm, foldInvariant, type FoldInvariant } from "../testing/fold-invariant.js";

export {
  ownEvent,
  ownFragment,
  ownSessionFragment,
  type OwnEventDraws,
  type OwnFragmentDraws,
  type OwnKit,
} from "../testing/own-kit.js";
export { checkAnthropicRequest } from "../testing/protocol/anthropic.js";
export { checkGoogleRequest } from "../testing/protocol/google.js";
export { checkInteractionsRequest } from "../testing/protocol/google-interactions.js";
export { checkChatRequest } from "../testing/protocol/openai-chat.js";
export { checkResponsesRequest } from "../testing/protocol/openai-responses.js";
export type { Violation } from "../testing/protocol/violation.js";
export { renderHistory } from "../testing/render-history.js";
export type { ContractCase } from "../testing/store-contract/contract-case.js";
export { type ContractOptions, storeContract } from "../testing/store-contract/store-contract.js";
