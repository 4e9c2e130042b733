import { DIALECTS } from "../../dialects/dialects.js";
import { openForeign } from "../../dialects/open-foreign.js";
import { plainAccountant, type Accountant } from "../../dialects/reading/accountant.js";
import type { LogEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import { ThreadTally } from "../../projections/stats/thread-tally.js";
import type { Tally } from "../../projections/stats/tally.js";
import { fileBytes, type FileBytes } from "../../runtime/discovery/file-bytes.js";
import { heldBytes } from "../../runtime/discovery/held-bytes.js";
import { isOwnRollout } from "../../runtime/discovery/is-own-rollout.js";
import type { NewerEvents } from "../../store/event-store.js";
import { nodeFileSystem } from "../../store/jsonl/file-system.js";
import { openByContent } from "../../store/jsonl/open-log.js";
import { readRuns } from "../../store/jsonl/read-runs.js";
import { KeySet, keyNumber } from "./key-set.js";

/** What is counted of each file. */
export interface CountOptions extends NewerEvents {
  readonly since?: string;
  readonly model?: string;
}

/** A file to count. */
export interface CountTask {
  readonly path: string;
  /** Events that stand in files before it and count there; none at first. */
  readonly counted: Float64Array;
}

export interface FileTally {
  readonly tally: Tally;
  /** Of its events that count, in their order. */
  readonly keys: Float64Array;
  readonly damagedPlaces: number;
}

const LOOK_BYTES = 1 << 16;

/**
 * Counts the one session of a file: its own events in one pass, without those of a fork's ancestors.
 * @throws {RefoldError} the file cannot be read at all
 */
export async function tallyFile(
  { path, counted }: CountTask,
  options: CountOptions,
): Promise<FileTally> {
  const bytes = await heldBytes(await fileBytes(path));
  const isOwn = isOwnRollout(await bytes.slice(0, LOOK_BYTES));
  const { newer, ...asked } = options;
  const tally = new ThreadTally({ name: path, ...asked });
  const before = new KeySet();
  for (const key of counted) before.add(key);
  const keys: number[] = [];
  const take: Take = (event, lineBytes, accountant) => {
    const { key, isCopy, ...account } = accountant.take(event);
    const number = keyNumber(key);
    const isElsewhere = isCopy || before.has(number);
    if (!isElsewhere) keys.push(number);
    tally.take({ event, bytes: lineBytes, isCopy: isElsewhere, ...account });
  };
  const damagedPlaces = isOwn
    ? readOwn(path, { ...(newer !== undefined && { newer }) }, take)
    : await readForeign(bytes, take);
  return { tally: tally.finish(), keys: Float64Array.from(keys), damagedPlaces };
}

type Take = (event: LogEvent, lineBytes: number, accountant: Accountant) => void;

function readOwn(path: string, newer: NewerEvents, take: Take): number {
  let damagedPlaces = 0;
  let accountant: Accountant | null = null;
  const sizes = new WeakMap<LogEvent, number>();
  const log = openByContent(nodeFileSystem, path);
  try {
    const onLine = (event: LogEvent, size: number): void => void sizes.set(event, size);
    const onDamage = (): void => void (damagedPlaces += 1);
    for (const run of readRuns(log, { ...newer, onLine, onDamage })) {
      for (const event of run) {
        accountant ??= accountantOf(event);
        take(event, sizes.get(event) ?? 0, accountant);
      }
    }
  } finally {
    log.close();
  }
  return damagedPlaces;
}

/** An imported thread's lines count as those of its file do. */
function accountantOf(first: LogEvent): Accountant {
  if (!isKnownEvent(first) || first.type !== "thread.started") return plainAccountant;
  return DIALECTS.get(first.data.source.dialect)?.accountant() ?? plainAccountant;
}

async function readForeign(bytes: FileBytes, take: Take): Promise<number> {
  let lineBytes = 0;
  const onObject = ({ start, end }: { readonly start: number; readonly end: number }): void => {
    lineBytes = end - start + 1;
  };
  const { dialect, rollout } = await openForeign(bytes, { onObject });
  const accountant = dialect.accountant();
  for await (const event of rollout.source.read()) take(event, lineBytes, accountant);
  return rollout.damage().length;
}
