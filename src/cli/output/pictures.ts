import { readPicture } from "../../events/picture.js";
import type { OutputStream } from "./output.js";

/** How a terminal is given pictures. */
export type PictureProtocol = "kitty" | "iterm2";

/** Characters of base 64 in one escape sequence: kitty takes no more. */
const CHUNK_CHARACTERS = 4096;
/** Larger pictures are for a file. */
const MAX_BYTES = 16 * 1024 * 1024;

/** What the terminal says that it can show; null: no pictures, or it is no terminal. */
export function pictureProtocol(
  { isTTY }: Pick<OutputStream, "isTTY">,
  { TERM = "", TERM_PROGRAM = "", TMUX, STY }: NodeJS.ProcessEnv,
): PictureProtocol | null {
  // Within a multiplexer the sequences would be those of another terminal.
  if (isTTY !== true || TMUX !== undefined || STY !== undefined) return null;
  if (TERM === "xterm-kitty" || TERM === "xterm-ghostty") return "kitty";
  return TERM_PROGRAM === "iTerm.app" || TERM_PROGRAM === "WezTerm" ? "iterm2" : null;
}

/**
 * The escape sequences that show a picture; null: it is none that the terminal is given. Only PNG and
 * JPEG are, by their content, and kitty takes PNG only.
 */
export function renderPicture(bytes: Uint8Array, protocol: PictureProtocol): string | null {
  const type = bytes.length > MAX_BYTES ? null : (readPicture(bytes)?.mediaType ?? null);
  const isShown = type === "image/png" || (type === "image/jpeg" && protocol === "iterm2");
  if (!isShown) return null;
  const base64 = Buffer.from(bytes).toString("base64");
  if (protocol === "iterm2") {
    return `\x1b]1337;File=inline=1;size=${bytes.length};preserveAspectRatio=1:${base64}\x07\n`;
  }
  const chunks: string[] = [];
  for (let from = 0; from < base64.length; from += CHUNK_CHARACTERS) {
    const keys = from === 0 ? "a=T,f=100," : "";
    const more = from + CHUNK_CHARACTERS < base64.length ? 1 : 0;
    chunks.push(`\x1b_G${keys}m=${more};${base64.slice(from, from + CHUNK_CHARACTERS)}\x1b\\`);
  }
  return `${chunks.join("")}\n`;
}
