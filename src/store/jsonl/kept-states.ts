import { setImmediate } from "node:timers/promises";
import { crc32 } from "node:zlib";
import { isJsonObject, parseJson } from "../../events/json.js";
import type { KeptItem, KeptState } from "../../events/kept-state.js";
import { systemErrorCode } from "../errors.js";
import type { FileSystem } from "./file-system.js";
import { readBytes } from "./lines.js";
import type { LogFile } from "./log-file.js";
import { decodeBlocks, ItemPlaces, type StateBlock } from "./state-file.js";

/** The file beside a rollout that holds states of its thread; it may be removed at any time. */
export function statesPath(rollout: string): string {
  return `${rollout}.states`;
}

/** What a file of states holds; nothing where there is none. */
export function readStates(
  fileSystem: FileSystem,
  { threadId, rollout }: { readonly threadId: string; readonly rollout: string },
): { readonly blocks: readonly StateBlock[]; readonly endByte: number } {
  const path = statesPath(rollout);
  if (fileSystem.status(path) === undefined) return { blocks: [], endByte: 0 };
  return decodeBlocks(threadId, fileSystem.readFile(path));
}

/** Says that a file of states could not be used: nothing is lost but time, and that is not silent. */
export function warnOfStates(rollout: string, error: Error): void {
  const why = systemErrorCode(error) ?? error.message;
  const message = `${statesPath(rollout)}: the kept states of the thread are not used (${why})`;
  const detail = "The thread itself is whole; resuming it reads more of its log.";
  process.emitWarning(message, { type: "RefoldWarning", code: "states-not-kept", detail });
}

/** The states of a thread's file, with the way to their items. @param open opens the thread's log */
export function keptStates(
  blocks: readonly StateBlock[],
  open: () => LogFile | undefined,
): readonly KeptState[] {
  return blocks.map(({ offset, sum, state }, index) => ({
    ...{ offset, sum, state },
    async items() {
      const log = open();
      try {
        const places = ItemPlaces.at(blocks.slice(0, index + 1));
        return log === undefined ? null : await readItems(log, places);
      } finally {
        log?.close();
      }
    },
  }));
}

const AHEAD_BYTES = 1 << 20;
/** `,"prev":"xxxxxxxx","sum":"xxxxxxxx"}`, which every line of a log with kept states has. */
export const tailBytes = 36;
const sumSuffixBytes = 18;
/** `,"data":` */
const dataLabelBytes = 8;

/** Each line is held to its sum before what it says is used. */
async function readItems(log: LogFile, places: ItemPlaces): Promise<readonly KeptItem[] | null> {
  const items: KeptItem[] = [];
  let held: Buffer = Buffer.alloc(0);
  let heldAt = 0;
  for (let index = 0; index < places.length; index++) {
    const { offset, start, sizeBytes, dataByte, sum, index: place } = places.at(index);
    if (start < heldAt || start + sizeBytes > heldAt + held.length) {
      await setImmediate(); // other work gets its turn
      heldAt = start;
      held = readBytes(log, start, start + Math.max(sizeBytes, AHEAD_BYTES));
    }
    const line = held.subarray(start - heldAt, start - heldAt + sizeBytes);
    if (line.length < sizeBytes) return null;
    if (crc32(line.subarray(0, sizeBytes - sumSuffixBytes)) !== sum) return null;
    const data = parseJson(line.toString("utf8", dataByte + dataLabelBytes, sizeBytes - tailBytes));
    if (place === -1) items.push({ ref: offset, recorded: data });
    else if (!isJsonObject(data) || !Array.isArray(data["items"])) return null;
    else items.push({ ref: [offset, place], recorded: data["items"][place] });
  }
  return items;
}
