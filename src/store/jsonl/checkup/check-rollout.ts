import { isRefoldError, type LogDamage } from "../../../errors.js";
import { dirname, join } from "node:path";
import type { LogEvent } from "../../../events/event.js";
import { namedHashes } from "../../../events/named-hashes.js";
import { systemErrorCode } from "../../errors.js";
import { threadBegunBy } from "../../chain.js";
import { forkPoint } from "../../fork-thread.js";
import { nodeFileSystem } from "../file-system.js";
import { isChained } from "../find-batch.js";
import type { LogFile } from "../log-file.js";
import { openByContent, openLog } from "../open-log.js";
import { readRuns } from "../read-runs.js";
import { type Finding, finding, shellWord, unreadable } from "./finding.js";

/** What reading a rollout from end to end showed. */
export interface RolloutCheck {
  readonly findings: readonly Finding[];
  /** The blobs that its events name. */
  readonly blobs: ReadonlySet<string>;
  /** The thread that a fork left; null: it is none. */
  readonly parentId: string | null;
}

/**
 * Reads a rollout of our own: every sum, every batch, the tail.
 * @param threadId as its name says; absent: the file is anywhere, and its content tells its form
 */
export function checkRollout(path: string, threadId?: string): RolloutCheck {
  const check = { findings: [], blobs: new Set<string>(), parentId: null };
  try {
    const open = threadId === undefined ? openByContent : openLog;
    using log = open(nodeFileSystem, path);
    return readThrough(log, threadId);
  } catch (error) {
    const code = isRefoldError(error) ? error.code : systemErrorCode(error);
    if (code === "ENOENT") return check; // deleted meanwhile
    if (code === undefined || !(error instanceof Error)) throw error;
    return { ...check, findings: [unreadable(path, code, error.message)] };
  }
}

function readThrough(log: LogFile, threadId: string | undefined): RolloutCheck {
  const blobs = new Set<string>();
  const damage: LogDamage[] = [];
  let events = 0;
  let first: LogEvent | undefined;
  let named: string | null = null;
  // What needs a newer version is whole; what state it makes is not asked here.
  const runs = readRuns(log, { newer: "ignore", onDamage: (place) => void damage.push(place) });
  let next = runs.next();
  for (; next.done !== true; next = runs.next()) {
    for (const event of next.value) {
      events += 1;
      first ??= event;
      named = threadBegunBy(event) ?? named; // the newest one is the file's own
      for (const hash of namedHashes(event)) blobs.add(hash);
    }
  }
  const { endByte } = next.value;
  const findings = damage.map(damaged);
  const isTorn = endByte < log.sizeBytes && damage.every(({ byte }) => byte < endByte);
  if (events === 0) return { findings: nothingWhole(log.path, findings), blobs, parentId: null };
  if (isTorn) findings.push(tornTail(log, endByte));
  if (!isChained(log)) findings.push(notChained(log.path, threadId));
  if (threadId !== undefined && named !== null && named !== threadId) {
    findings.push(misnamed(log.path, named));
  }
  const parentId = first === undefined ? null : (forkPoint(first)?.threadId ?? null);
  return { findings, blobs, parentId };
}

function damaged({ file: path, line, byte, bytes, reason, offset }: LogDamage): Finding {
  const at = offset === null ? "" : `, at offset ${offset}`;
  return finding(
    "damage",
    { path, line, byte },
    `line ${line}, byte ${byte}${at}: ${reason}, ${bytes} bytes cannot be read`,
    repairOf(path),
  );
}

function tornTail({ path, sizeBytes }: LogFile, endByte: number): Finding {
  return finding(
    "torn-tail",
    { path, byte: endByte },
    `${sizeBytes - endByte} bytes after byte ${endByte} are not a complete batch: torn, or being written`,
    "nothing: the next writer sets them aside in a copy",
  );
}

function notChained(path: string, threadId: string | undefined): Finding {
  return finding(
    "not-chained",
    path,
    "an older version began it: its lines do not name each other's checksums, so that a line that belongs elsewhere is not found",
    threadId === undefined ? null : `refold upgrade ${threadId}`,
  );
}

/** Where damage took every batch, no copy can be made, and what is there is worth more than nothing. */
function nothingWhole(path: string, damage: readonly Finding[]): readonly Finding[] {
  const remedy =
    damage.length === 0
      ? `look at it, then: rm ${shellWord(path)}`
      : `restore it from a backup, or move it away and import the session's own file again`;
  const message = "it holds no whole batch of events";
  return [
    ...damage.map((place) => ({ ...place, remedy: null })),
    finding("no-events", path, message, remedy),
  ];
}

function misnamed(path: string, named: string): Finding {
  const right = join(dirname(path), `${named}.jsonl`);
  const isTaken = nodeFileSystem.status(right) !== undefined;
  return finding(
    "misnamed",
    path,
    `its events are of thread ${named}${isTaken ? ", which has its file beside it" : ""}`,
    isTaken
      ? `look at both, then: rm ${shellWord(path)}`
      : `mv ${shellWord(path)} ${shellWord(right)}`,
  );
}

/** The command that writes a clean copy. */
export function repairOf(path: string): string {
  return `refold repair ${shellWord(path)} -o ${shellWord(`${path.replace(/\.jsonl(?:\.gz|\.zst)?$/, "")}.clean.jsonl`)}`;
}
