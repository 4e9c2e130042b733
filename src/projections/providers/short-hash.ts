/** Eight characters of [0-9a-z] that tell texts apart; not secure, the same everywhere. */
export function shortHash(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ (unit + index), 0x5bd1e995);
  }
  low ^= low >>> 15;
  high ^= high >>> 13;
  const digits = ((high >>> 0) % 0x100000) * 0x100000000 + (low >>> 0);
  return (digits % 36 ** 8).toString(36).padStart(8, "0");
}
