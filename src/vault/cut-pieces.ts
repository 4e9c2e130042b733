/**
 * Sizes of pieces in bytes. Content decides where a piece ends, so that what is inserted or repeated moves
 * the ends of few: none ends before `least`, all before `most`, and around `usual` most of them do.
 */
export const PIECE_BYTES = { least: 2 * 1024, usual: 8 * 1024, most: 64 * 1024 } as const;

/** An end is rarer before the usual size, and more frequent after it (as in FastCDC). */
const EARLY_MASK = topBits(15);
const LATE_MASK = topBits(11);

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
  const early = endIn(bytes, from + least, usually, EARLY_MASK);
  if (early !== -1) return early;
  const last = Math.min(to, from + most);
  const late = endIn(bytes, usually, last, LATE_MASK);
  if (late !== -1) return late;
  return last === from + most ? last : -1;
}

/** Every byte of every file goes through this loop: in a function of its own it is compiled best. */
function endIn(bytes: Uint8Array, from: number, to: number, mask: number): number {
  let hash = 0;
  for (let at = from; at < to; at += 1) {
    hash = ((hash << 1) + Math.imul((bytes[at] ?? 0) + 1, 0x9e3779b1)) | 0;
    if ((hash & mask) === 0) return at + 1;
  }
  return -1;
}

/** The bits that the most bytes have an influence on. */
function topBits(count: number): number {
  return ((1 << count) - 1) << (31 - count);
}
