/** True when `text` holds `marker` at `at`, whatever the case of ASCII letters. */
export function hasMarkerAt(text: string, at: number, marker: string): boolean {
  if (at < 0 || at + marker.length > text.length) return false;
  for (let index = 0; index < marker.length; index++) {
    if (lower(text.charCodeAt(at + index)) !== lower(marker.charCodeAt(index))) return false;
  }
  return true;
}

function lower(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
}
