import { cleanSession } from "./clean.js";

/**
 * The clean session, damaged in five ways, a line apart: torn, NUL bytes, the halves of two lines
 * interleaved, two objects glued into one line, bytes that are no UTF-8.
 */
export function damagedSession(): Buffer {
  const lines = cleanSession().trimEnd().split("\n");
  const line = (index: number): string => lines[index] ?? "";
  const half = (index: number, end: boolean): string => {
    const middle = Math.floor(line(index).length / 2);
    return end ? line(index).slice(middle) : line(index).slice(0, middle);
  };
  const parts: readonly (string | Buffer)[] = [
    ...lines.slice(0, 6).map(ended),
    ended(half(6, false)),
    ...lines.slice(7, 11).map(ended),
    Buffer.concat([Buffer.alloc(64), Buffer.from("\n")]),
    ...lines.slice(11, 14).map(ended),
    ended(half(14, false) + half(15, false)),
    ended(half(14, true) + half(15, true)),
    ended(line(16)),
    ended(line(17) + line(18)),
    ...lines.slice(19, 27).map(ended),
    ...withBadByte(ended(line(27)), "October"),
    ...lines.slice(28).map(ended),
  ];
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}

/** A byte that begins no character of UTF-8, before a word. */
function withBadByte(line: string, word: string): readonly (string | Buffer)[] {
  const at = line.indexOf(word);
  return [line.slice(0, at), Buffer.from([0xff]), line.slice(at)];
}

function ended(line: string): string {
  return `${line}\n`;
}
