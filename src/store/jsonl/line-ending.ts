import { crc32 } from "node:zlib";
import type { JsonWriter } from "./json-writer.js";

/** `,"sum":"xxxxxxxx"}`: how every line ends; the checksum covers all bytes before it. */
export const suffixBytes = 18;
const placeholder = ',"sum":"00000000"}';
/** What is before it in a line that names the sum of the line before. */
const linkPlaceholder = ',"prev":"00000000"';
const anyDigit = 0;
const digits = "0123456789abcdef";
const suffix = formOf(placeholder);
const linkForm = formOf(linkPlaceholder);
export const linkBytes = linkForm.length;
/** The value of each byte as a lower-case hex digit; -1: it is none. */
const hexDigits = Int8Array.from({ length: 256 }, (_, byte) =>
  digits.indexOf(String.fromCharCode(byte)),
);
/** How a line begins; `placeBytes` hold that of any. */
const placePattern = /^\{"offset":(\d+),(?:"left":\d*,)?/;
const placeBytes = 64;

/** The bytes of a placeholder, with `anyDigit` for those of its sum. */
function formOf(text: string): Buffer {
  return Buffer.from(text.replace(/0{8}/, "\0".repeat(8)));
}

/** The sum that a line ends with; null: it ends otherwise, or its bytes have another. */
export function sumOf(line: Buffer): number | null {
  const end = line.length - suffixBytes;
  const sum = hexIn(line, end, suffix);
  return end > 0 && sum === crc32(line.subarray(0, end)) ? sum : null;
}

/** What a line says is the sum of the line before it; null: nothing. */
export function linkOf(line: Buffer): number | null {
  const link = hexIn(line, line.length - suffixBytes - linkBytes, linkForm);
  return link === -1 ? null : link;
}

/** The sum of the last line of an encoded batch. */
export function lastSum(batch: Buffer): number {
  return hexIn(batch, batch.length - 1 - suffixBytes, suffix);
}

/**
 * Whether a damaged line is whole once its `left` is another: then nothing else of it was damaged.
 * @param line without its line feed
 */
export function isWholeWithLeft(line: Buffer, left: number): boolean {
  const end = line.length - suffixBytes;
  const place = placePattern.exec(line.toString("latin1", 0, placeBytes));
  if (end <= 0 || place === null) return false;
  const [found, offset = ""] = place;
  const start = crc32(`{"offset":${offset},"left":${left},`);
  return crc32(line.subarray(found.length, end), start) === hexIn(line, end, suffix);
}

/**
 * Ends a line, with its line feed.
 * @param start where it begins
 * @param before the sum of the line before; null: it names none
 * @returns its sum
 */
export function endLine(lines: JsonWriter, start: number, before: number | null): number {
  if (before !== null) {
    lines.ascii(linkPlaceholder);
    writeSum(lines.bytes, lines.end - 2, before);
  }
  const { end } = lines;
  lines.ascii(`${placeholder}\n`);
  const sum = crc32(lines.bytes.subarray(start, end));
  writeSum(lines.bytes, lines.end - 4, sum);
  return sum;
}

/** Puts a line's ending back, without its line feed. */
export function restoreEnding(line: Buffer, sum: number, link: number): void {
  const end = line.length;
  line.write(linkPlaceholder + placeholder, end - suffixBytes - linkBytes, "latin1");
  writeSum(line, end - suffixBytes - 2, link);
  writeSum(line, end - 3, sum);
}

/** @param last where its last digit goes */
function writeSum(bytes: Buffer, last: number, sum: number): void {
  let rest = sum;
  for (let at = last; at > last - 8; at--) {
    bytes[at] = digits.charCodeAt(rest & 0xf);
    rest >>>= 4;
  }
}

/** The sum in bytes of a form; -1: they have another form. Byte by byte, since every line pays. */
function hexIn(line: Buffer, start: number, form: Buffer): number {
  let sum = 0;
  for (let index = 0; index < form.length; index++) {
    const byte = line[start + index] ?? 0;
    const expected = form[index];
    if (expected !== anyDigit) {
      if (byte !== expected) return -1;
      continue;
    }
    const digit = hexDigits[byte] ?? -1;
    if (digit < 0) return -1;
    sum = sum * 16 + digit;
  }
  return sum;
}
