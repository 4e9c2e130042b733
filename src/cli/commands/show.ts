import { InvalidArgumentError } from "commander";
import { invalidArgument } from "../../errors.js";
import { tokensOfBytes } from "../../events/bytes.js";
import { byteFigure } from "../../projections/figures.js";
import type { Session } from "../../sessions/session.js";
import { ExitCode, type DeclareCommand, type Shell } from "../shell.js";
import { writeFile, writeOut } from "../export/write-file.js";
import { countOption, pathOption } from "../options.js";
import type { Output, OutputStream } from "../output/output.js";
import { UTC_TIMES } from "../output/times.js";
import {
  declareSession,
  NO_PAGER,
  type PagerOption,
  type ReadingOptions,
  withSession,
} from "../session.js";
import { refuseDamage } from "../session-reading.js";
import { eventLines } from "../show/event-lines.js";
import { type EventAddress, type EventView, notInEvent, viewEvent } from "../show/event-view.js";
import { readPicture } from "../../events/picture.js";

interface ShowOptions extends ReadingOptions, PagerOption {
  readonly blob?: number;
  readonly output?: string;
  readonly force?: true;
  readonly images: boolean;
  readonly json?: true;
}

/** `refold show`: one event, all of it, and what came of it. */
export const declareShow: DeclareCommand = (command, shell) => {
  declareSession(command)
    .argument("<offset>", "an event (12), or one of its items (12.1)", addressArgument)
    .option("--blob <number>", "write this blob of the event instead (with -o)", countOption)
    .option("-o, --output <file>", "where the blob goes (mode 0600); - for stdout", pathOption)
    .option("--force", "overwrite the file if it exists")
    .option("--no-images", "do not show images in terminals that can")
    .option(...UTC_TIMES)
    .option(...NO_PAGER)
    .option("--json", "one JSON document (docs/cli.md)")
    .addHelpText("after", EXAMPLE)
    .action((text: string, address: EventAddress, options: ShowOptions) => {
      refuseMisfit(options, shell);
      return withSession(text, { shell, ...options }, async (session) => {
        const view = await viewEvent(session, address, shell.progress);
        if (view === null) tellLost(address, shell);
        else if (options.blob !== undefined) {
          await writeBlob(view, { session, options, text }, shell);
        } else if (options.json) await showJson(view, options, shell.output);
        else await showView(view, { session, options }, shell);
        refuseDamage(session, shell);
      });
    });
};

function tellLost({ offset }: EventAddress, shell: Shell): void {
  shell.messages.text(`refold: the event at offset ${offset} is lost to damage`);
  shell.exitCode = ExitCode.refused;
}

const EXAMPLE = `
Offsets are those that log, replay --items, forgetting, explain and search name.

Example:
  $ refold show session.jsonl 41
  $ refold show 01K6ZQ 41 --blob 1 -o picture.png`;

function addressArgument(text: string): EventAddress {
  const [, offset = "", index] = /^#?(\d{1,15})(?:\.(\d{1,15}))?$/.exec(text) ?? [];
  if (offset !== "") return { offset: Number(offset), index: index ? Number(index) : null };
  throw new InvalidArgumentError("An offset is a whole number from 0 (12), with an item's (12.1).");
}

/** @throws {RefoldError} `invalid-argument`: options that do not go together, or with a terminal */
function refuseMisfit({ blob, output, json }: ShowOptions, { stdout }: Shell): void {
  if (blob === undefined) {
    if (output !== undefined) throw invalidArgument("-o is for a blob", "Say which: --blob N");
  } else if (json) {
    throw invalidArgument("--blob and --json do not go together", "Leave one of them out.");
  } else if (output === undefined || (output === "-" && stdout.isTTY === true)) {
    throw invalidArgument("a blob is no text for a terminal", "Name a file: -o FILE");
  }
}

interface Opened {
  readonly session: Session;
  readonly options: ShowOptions;
}

async function showView(
  view: EventView,
  { session, options: { images, pager } }: Opened,
  { output, stdout, messages }: Shell,
): Promise<void> {
  const hasImages = view.payloads.some(({ what }) => what === "image");
  const protocol = images && hasImages ? pictureProtocol(stdout, process.env) : null;
  if (pager && protocol === null) await output.page(); // images need the terminal itself
  output.text(eventLines(view, session.name, output));
  if (protocol === null) return;
  for (const [index, payload] of view.payloads.entries()) {
    if (payload.what !== "image") continue;
    const picture = renderPicture(await payload.read(session.blobs), protocol);
    await output.flush();
    if (picture !== null) stdout.write(picture);
    else messages.text(`refold: this terminal is not given blob ${index + 1}; write it to a file`);
  }
}

async function writeBlob(
  { payloads, event, head }: EventView,
  { session, options, text }: Opened & { readonly text: string },
  shell: Shell,
): Promise<void> {
  const { blob: number = 0, output = "", force, home } = options;
  const payload = payloads[number - 1];
  if (payload === undefined) {
    const held = payloads.length === 0 ? "no blobs" : `blobs 1 to ${payloads.length}`;
    const message = `there is no blob ${number}`;
    const remedy = `The event at ${event.offset} has ${held}.`;
    throw notInEvent({ offset: event.offset, head }, { message, remedy });
  }
  const bytes = await payload.read(session.blobs);
  if (output === "-") return writeOut([bytes], shell);
  await writeFile([bytes], { path: output, force, home, source: text });
  shell.messages.text(`${byteFigure(bytes.length)} written to ${output}`);
}

async function showJson(view: EventView, { pager }: ShowOptions, output: Output): Promise<void> {
  if (pager) await output.page();
  output.json(viewJson(view), { indent: 2 });
}

/** `refold show --json`: stable, described in docs/cli.md. */
function viewJson(view: EventView): object {
  const { event, head, turn, rolledBackAt, origin, items, setting, payloads } = view;
  return {
    ...{ event, head, rolledBackAt, origin },
    turn: turn && { number: turn.number, offset: turn.offset, endOffset: turn.endOffset },
    items: items.map(({ recorded, fate }) => ({
      ...fate,
      type: recorded.item.type,
      origin: recorded.origin,
      tokens: tokensOfBytes(recorded.countedBytes),
    })),
    setting,
    blobs: payloads.map(({ read: _, ...payload }, index) => ({ number: index + 1, ...payload })),
  };
}

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
