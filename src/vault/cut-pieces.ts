/**
 * Sizes of pieces in bytes. Content decides where a piece ends, so that what is inserted or repeated moves
 * the ends of few: none ends before `least`, all before `most`, and around `usual` most of them do.
 */
export const PIECE_BYTES = { least: 4 * 1024, usual: 16 * 1024, most: 64 * 1024 } as const;

/** An end is rarer before the usual size, and more frequent after it (as in FastCDC). */
const EARLY_MASK = topBits(16);
const LATE_MASK = topBits(12);

const GEAR = gearTable();

/**
 * Where the piece ends that begins at `from`: after a byte at which a rolling hash of the last 32 bytes says so.
 * It depends on the piece's own bytes only.
 *
 * @param to the end of what is known
 * @returns the byte after the piece; -1: it goes on beyond `to`
 */
export function endOfPiece(bytes: Uint8Array, from: number, to: number): number {
  const { least, usual, most } = PIECE_BYTES;
  const usually = Math.min(to, from + usual);
  const last = Math.min(to, from + most);
  let hash = 0;
  let at = Math.min(last, from + least);
  for (; at < usually; at += 1) {
    hash = ((hash << 1) + (GEAR[bytes[at] ?? 0] ?? 0)) | 0;
    if ((hash & EARLY_MASK) === 0) return at + 1;
  }
  for (; at < last; at += 1) {
    hash = ((hash << 1) + (GEAR[bytes[at] ?? 0] ?? 0)) | 0;
    if ((hash & LATE_MASK) === 0) return at + 1;
  }
  return last === from + most ? last : -1;
}

/** The bits that the most bytes have an influence on. */
function topBits(count: number): number {
  return ((1 << count) - 1) << (31 - count);
}

/** A number for each byte: the same for ever, or what is kept already is not recognised any more. */
function gearTable(): Int32Array {
  const table = new Int32Array(256);
  for (let byte = 0, state = 0x9e3779b9; byte < table.length; byte += 1) {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    table[byte] = mixed ^ (mixed >>> 16);
  }
  return table;
}
