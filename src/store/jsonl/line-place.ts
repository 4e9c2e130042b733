/** What the beginning of a line says about its place. Nothing is checked: a guess to start from. */
export interface LinePlace {
  readonly offset: number;
  /** How many lines of the same batch follow. */
  readonly left: number;
}

const beginning = /^\{"offset":(\d{1,15}),(?:"left":(\d{1,15}),)?"id":"/;
const lookedAtBytes = 64;

/** @returns null when the line does not begin as lines do */
export function peekPlace(line: Buffer): LinePlace | null {
  const found = beginning.exec(line.toString("latin1", 0, Math.min(lookedAtBytes, line.length)));
  return found && { offset: Number(found[1]), left: Number(found[2] ?? 0) };
}

const beginningUpToType =
  /^\{"offset":\d{1,15},(?:"left":\d{1,15},)?"id":"[^"]{26}","at":"[^"]{1,32}","type":"([^"\\]*)"/;
const lookedAtForType = 256;

/** The type of the event that a line holds. As `peekPlace`: a guess to start from. */
export function peekType(line: Buffer): string | null {
  const text = line.toString("latin1", 0, Math.min(lookedAtForType, line.length));
  return beginningUpToType.exec(text)?.[1] ?? null;
}
