import { DamagedLog } from "../damaged-log.js";
import type { OwnRange } from "../event-driver.js";
import type { FileSystem } from "./file-system.js";
import type { Lease } from "./lease.js";
import { lineNumber } from "./line-number.js";
import { linesForward } from "./lines-forward.js";
import type { LogFile } from "./log-file.js";
import { openLog } from "./open-log.js";
import { decodeRawLine } from "./raw-line.js";
import { refuseUnheld } from "./refuse-unheld.js";
import { replaceFileAlone } from "./replace-file.js";
import { writeAll } from "./write-all.js";

/** A stretch of a rollout's own events, and the file that holds them. */
export interface PrefixPart extends OwnRange {
  readonly path: string;
}

/** Lines are gathered up to this size before they are written. */
const WRITE_BYTES = 1024 * 1024;

/**
 * Puts lines of other rollouts, byte for byte, before a rollout's own. The new file appears whole, in
 * place of the old one. Its torn tail has been cut.
 *
 * @throws {DamagedLog} a part cannot be read; nothing was changed
 * @throws {Fenced} somebody took the rollout's lease over meanwhile; nothing was changed
 */
export function adoptPrefix(
  { fileSystem, lease }: { readonly fileSystem: FileSystem; readonly lease: Lease },
  rollout: string,
  parts: readonly PrefixPart[],
): void {
  const whole = { path: rollout, from: 0, to: Infinity };
  replaceFileAlone(rollout, {
    ...{ fileSystem, sync: true, doing: "copying the prefix" },
    write: (target) => {
      for (const part of [...parts, whole]) copyLines(fileSystem, part, target);
    },
    check: () => refuseUnheld(lease, rollout),
  });
}

function copyLines(
  fileSystem: FileSystem,
  { path, from, to }: Pick<PrefixPart, "path" | "from" | "to">,
  target: number,
): void {
  const log = openLog(fileSystem, path);
  try {
    let gathered: Buffer[] = [];
    let gatheredBytes = 0;
    const flush = (): void => {
      writeAll(fileSystem, target, Buffer.concat(gathered));
      gathered = [];
      gatheredBytes = 0;
    };
    for (const line of wholeLines(log, from)) {
      gathered.push(line.bytes);
      gatheredBytes += line.bytes.length;
      if (gatheredBytes >= WRITE_BYTES) flush();
      if (line.offset >= to) break; // what follows is not looked at
    }
    flush();
  } finally {
    log.close();
  }
}

/** Copies of the lines from an offset on, with their line feeds. */
function* wholeLines(
  log: LogFile,
  from: number,
): Generator<{ readonly offset: number; readonly bytes: Buffer }, void, undefined> {
  for (const line of linesForward(log)) {
    const { event, damage } = decodeRawLine(line);
    if (event === undefined) {
      throw new DamagedLog({
        file: log.path,
        line: lineNumber(log, line.start),
        byte: line.start,
        offset: null,
        reason: damage,
        bytes: line.sizeBytes + 1,
      });
    }
    if (event.offset < from) continue;
    yield { offset: event.offset, bytes: Buffer.concat([line.bytes, Buffer.from("\n")]) };
  }
}
