import type { Shell } from "../shell.js";

/** Writes a file's bytes to stdout as they are; a terminal gets them neutralised. */
export async function writeOut(
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { output, stdout }: Shell,
): Promise<void> {
  if (stdout.isTTY === true) {
    const decoder = new TextDecoder();
    let line = "";
    for await (const part of parts) {
      const lines = (line + decoder.decode(part, { stream: true })).split("\n");
      line = lines.pop() ?? "";
      for (const whole of lines) output.text(whole);
    }
    if (line !== "") output.text(line);
    return;
  }
  for await (const part of parts) {
    if (!stdout.write(part)) await new Promise((resolve) => stdout.once("drain", resolve));
  }
}
