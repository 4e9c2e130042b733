import type { ByteSource } from "../dialects/shared/byte-source.js";
import { isArchive } from "../store/jsonl/archive-frames.js";

/** How a line of ours begins, and how it ends (docs/file-format.md#a-line). */
const START = /^\{"offset":\d+,/;
const END = /,"sum":"[0-9a-f]{8}"\}$/;
/** A tar file's first name, up to the NUL behind it. */
const BUNDLE_START = Buffer.from("bundle.json\0");
const START_BYTES = Buffer.from('{"offset":');
const LINE_FEED = 0x0a;

/**
 * Recognises a rollout of our own by its content: one of its first lines has the form of an event,
 * or it is an archive of such lines.
 * @param firstBytes of the file; the last line may be cut
 */
export function isOwnRollout(firstBytes: Uint8Array): boolean {
  if (isArchive(firstBytes)) return true;
  const bytes = Buffer.from(firstBytes.buffer, firstBytes.byteOffset, firstBytes.byteLength);
  if (startsWith(bytes, 0, BUNDLE_START)) return false; // unpacked, it has our lines in it
  if (!hasOurLine(bytes)) return false; // of thousands of others this is all that is asked
  const text = bytes.toString("latin1");
  const lines = text.split("\n");
  const last = lines.pop() ?? ""; // cut, or the start of a line that is longer than what was read
  return (
    lines.some((line) => START.test(line) && END.test(line)) ||
    (lines.length === 0 && START.test(last))
  );
}

/** Whether a line begins as ours do. */
function hasOurLine(bytes: Buffer): boolean {
  let start = 0;
  do {
    if (startsWith(bytes, start, START_BYTES)) return true;
    start = bytes.indexOf(LINE_FEED, start) + 1;
  } while (start > 0);
  return false;
}

function startsWith(bytes: Buffer, at: number, wanted: Buffer): boolean {
  const end = at + wanted.length;
  return end <= bytes.length && bytes.compare(wanted, 0, wanted.length, at, end) === 0;
}

/**
 * Whether a file is a bundle. What reads bundles is loaded only where its beginning allows for one.
 * @param firstBytes of the file as it stands
 */
export async function holdsBundle(bytes: ByteSource, firstBytes: Uint8Array): Promise<boolean> {
  if (!mayBeBundle(firstBytes)) return false;
  const { isBundle } = await import("./bundle/open-bundle.js");
  return isBundle(bytes);
}

/** A bundle is packed, or is a tar file whose first part has a name that no session begins with. */
function mayBeBundle([first, second]: Uint8Array): boolean {
  return (
    (first === 0x1f && second === 0x8b) || // gzip
    (first === 0x28 && second === 0xb5) || // zstd
    (first === 0x62 && second === 0x75) // `bundle.json`
  );
}
