import type { Invariant } from "./invariant.js";
import { batchesWhole } from "./log/batches-whole.js";
import { blobsKept } from "./log/blobs-kept.js";
import { checkpointsWhole } from "./log/checkpoints-whole.js";
import { declaredOnce } from "./log/declared-once.js";
import { foldsPurely } from "./log/folds-purely.js";
import { forgettingNamed } from "./log/forgetting-named.js";
import { forkPoint } from "./log/fork-point.js";
import { idsUnique } from "./log/ids-unique.js";
import { imagesOnce } from "./log/images-once.js";
import { lifetimes } from "./log/lifetimes.js";
import { offsetsContiguous } from "./log/offsets-contiguous.js";
import { oneDefinition } from "./log/one-definition.js";
import { outputsBounded } from "./log/outputs-bounded.js";
import { readable } from "./log/readable.js";
import { resumeIsReplay } from "./log/resume-is-replay.js";
import { rollbacksEarlier } from "./log/rollbacks-earlier.js";
import { versionsRise } from "./log/versions-rise.js";
import { changesNamed } from "./prompt/changes-named.js";
import { promptContinues } from "./prompt/continues.js";
import { promptPairs } from "./prompt/pairs.js";
import { projects } from "./prompt/projects.js";
import { promptTokens } from "./prompt/token-sum.js";
import { PROTOCOL_INVARIANTS } from "./protocol-invariants.js";
import { baselineTold } from "./state/baseline-told.js";
import { countedBytes } from "./state/counted-bytes.js";
import { ledgerOrder } from "./state/ledger-order.js";
import { ledgerTotals } from "./state/ledger-totals.js";
import { usageParts } from "./state/usage-parts.js";

/** All that is known to hold: the laws in their order, then the rules of the providers' APIs. */
export const INVARIANTS: readonly Invariant[] = [
  rollbacksEarlier,
  versionsRise,
  forkPoint,
  oneDefinition,
  foldsPurely,
  readable,
  batchesWhole,
  outputsBounded,
  forgettingNamed,
  blobsKept,
  checkpointsWhole,
  resumeIsReplay,
  imagesOnce,
  declaredOnce,
  offsetsContiguous,
  idsUnique,
  lifetimes,
  ledgerOrder,
  ledgerTotals,
  countedBytes,
  baselineTold,
  usageParts,
  projects,
  promptPairs,
  changesNamed,
  promptContinues,
  promptTokens,
  ...PROTOCOL_INVARIANTS,
];
