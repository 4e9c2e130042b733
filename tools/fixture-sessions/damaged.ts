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
    ...lines.slice(19, 24).map(ended),
    Buffer.from([0xff, 0xfe, 0x7b, 0x22, 0xc3, 0x28, 0x0a]),
    ...lines.slice(24).map(ended),
  ];
  return Buffer.concat(parts.map((part) => Buffer.from(part)));
}

function ended(line: string): string {
  return `${line}\n`;
}
