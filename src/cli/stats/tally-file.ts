import { join } from "node:path";
import { DIALECTS } from "../../dialects/dialects.js";
import { openForeign } from "../../dialects/open-foreign.js";
import { plainAccountant, type Accountant } from "../../dialects/reading/accountant.js";
import type { LogEvent } from "../../events/event.js";
import { isKnownEvent } from "../../events/known-event.js";
import { ThreadTally } from "../../projections/stats/thread-tally.js";
import { addTally, emptyTally, type Tally } from "../../projections/stats/tally.js";
import type { FileBytes } from "../../runtime/discovery/file-bytes.js";
import { heldBytes, type HeldBytes } from "../../runtime/discovery/held-bytes.js";
import { holdsBundle } from "../../runtime/discovery/holds-bundle.js";
import { isOwnRollout } from "../../runtime/discovery/is-own-rollout.js";
import { findSessionFiles } from "../../runtime/discovery/session-files.js";
import type { NewerEvents } from "../../store/event-store.js";
import { nodeFileSystem } from "../../store/jsonl/file-system.js";
import { openByContent } from "../../store/jsonl/open-log.js";
import { readRuns } from "../../store/jsonl/read-runs.js";
import { LineSizes } from "./line-sizes.js";
import { keyNumber, type KeySet } from "./key-set.js";

/** What is counted of each file. */
export interface CountOptions extends NewerEvents {
  readonly since?: string;
  readonly model?: string;
}

/** A file to count. */
interface CountTask {
  readonly path: string;
  /** Keys of lines that stand in files before it and count there. */
  readonly seen: Pick<KeySet, "has">;
  /** By which its threads are told of; absent: the path. */
  readonly name?: string;
}

export interface FileTally {
  readonly tally: Tally;
  /** Of its lines that count, in their order. */
  readonly keys: readonly number[];
  readonly damagedPlaces: number;
}

const LOOK_BYTES = 1 << 16;

/**
 * Counts the one session of a file: its own events in one pass, without those of a fork's ancestors.
 * Of a bundle every thread is counted.
 * @throws {RefoldError} the file cannot be read at all
 */
export async function tallyFile(
  { path, seen, name = path }: CountTask,
  options: CountOptions,
): Promise<FileTally> {
  const bytes = await heldBytes(path);
  const firstBytes = await bytes.slice(0, LOOK_BYTES);
  const isOwn = isOwnRollout(firstBytes);
  if (!isOwn && (await holdsBundle(bytes, firstBytes))) {
    return tallyBundle(bytes, seen, options);
  }
  const { newer, ...asked } = options;
  const tally = new ThreadTally({ name, ...asked });
  const keys: number[] = [];
  const take: Take = (event, lineBytes, accountant) => {
    const account = accountant.take(event);
    const number = keyNumber(account.key);
    const isElsewhere = account.isCopy || seen.has(number);
    if (!isElsewhere) keys.push(number);
    tally.take({ event, bytes: lineBytes, isCopy: isElsewhere, account });
  };
  const damagedPlaces = isOwn
    ? readOwn(bytes, { ...(newer !== undefined && { newer }) }, take)
    : await readForeign(bytes, take);
  return { tally: tally.finish(), keys, damagedPlaces };
}

async function tallyBundle(
  bytes: FileBytes,
  seen: CountTask["seen"],
  options: CountOptions,
): Promise<FileTally> {
  const { unpackBundle } = await import("../../runtime/bundle/unpack-bundle.js");
  const { home, remove } = await unpackBundle(bytes);
  try {
    const all = { tally: emptyTally(), damagedPlaces: 0 };
    const keys: number[] = [];
    for (const { path } of findSessionFiles([join(home, "threads")]).files) {
      const one = await tallyFile({ path, seen, name: bytes.path }, options);
      addTally(all.tally, one.tally);
      all.damagedPlaces += one.damagedPlaces;
      for (const key of one.keys) keys.push(key);
    }
    return { ...all, keys };
  } finally {
    remove();
  }
}

type Take = (event: LogEvent, lineBytes: number, accountant: Accountant) => void;

function readOwn({ path, held }: HeldBytes, newer: NewerEvents, take: Take): number {
  let damagedPlaces = 0;
  let accountant: Accountant | null = null;
  const sizes = new LineSizes();
  const log = openByContent(nodeFileSystem, path, held);
  try {
    const onLine = sizes.note.bind(sizes);
    const onDamage = (): void => void (damagedPlaces += 1);
    for (const run of readRuns(log, { ...newer, onLine, onDamage })) {
      for (const event of run) {
        accountant ??= accountantOf(event);
        take(event, sizes.take(event), accountant);
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
  await rollout.visit((event) => take(event, lineBytes, accountant));
  return rollout.damage().length;
}
