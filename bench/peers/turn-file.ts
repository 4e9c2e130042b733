import { closeSync, openSync, readSync } from "node:fs";
import type { PeerTurn } from "./contender.js";

const CHUNK_BYTES = 1 << 20;
const LINE_FEED = 10;

/** The turns of a file that `bench/peer-turns.ts` wrote, one a line. */
export function* turnsOf(path: string): Generator<PeerTurn> {
  const file = openSync(path, "r");
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let rest = Buffer.alloc(0);
  for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
    const bytes = Buffer.concat([rest, chunk.subarray(0, read)]);
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      const turn: PeerTurn = JSON.parse(bytes.toString("utf8", start, end));
      yield turn;
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
  closeSync(file);
}
