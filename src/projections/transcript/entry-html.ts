import { utf8Bytes } from "../../events/bytes.js";
import { splitDataUrl } from "../../events/inline-image.js";
import { decodeBase64, readPicture } from "../../events/picture.js";
import { readOutput } from "../call-words.js";
import { byteFigure, counted, utcTimes } from "../figures.js";
import { escapeHtml } from "../html-page.js";
import { renderAddressHtml, renderMarkdownHtml, renderPlainHtml } from "../markdown-html.js";
import { type Edit, readEdits } from "./edits.js";
import type { TranscriptEntry } from "./transcript.js";
import {
  callLook,
  firstWords,
  outputFacts,
  speakerWords,
  type TranscriptBlock,
  type TranscriptLook,
} from "./transcript-words.js";

/** A longer message is folded. */
const SHOWN_BYTES = 16 * 1024;

/**
 * An entry of a transcript, a call with what it returned. What was said in Markdown is shown so; tool
 * calls, context and long texts are folded. Wants `ENTRY_STYLE` in its page.
 */
export function renderBlock(block: TranscriptBlock, look: TranscriptLook): string {
  const { entry } = block;
  const { speaker, text } = entry;
  const size = utf8Bytes(text);
  switch (speaker) {
    case "call":
      return renderCall(block, look);
    case "output":
      return folded(entry, {
        ...{ look, words: "", facts: outputFacts(entry) },
        body: renderOutput(entry),
      });
    case "context":
    case "reasoning":
    case "summary": {
      const body = speaker === "context" ? renderPlainHtml(text) : renderMarkdownHtml(text);
      const facts = [byteFigure(size), ...imageFacts(entry)];
      return folded(entry, { look, words: firstWords(text), facts, body: body + pictures(entry) });
    }
    case "note":
      return `<article class="note">${heading(entry, look)}<p dir="auto">${escapeHtml(text)}</p></article>`;
    case "user":
    case "agent":
    case "model": {
      const body = `${text === "" ? "" : renderMarkdownHtml(text)}${pictures(entry)}`;
      if (size > SHOWN_BYTES) {
        return folded(entry, { look, words: firstWords(text), facts: [byteFigure(size)], body });
      }
      return `<article class="${speaker}">${heading(entry, look)}${body}</article>`;
    }
  }
}

/** Who, where in the log, and when. */
function heading(entry: TranscriptEntry, look: TranscriptLook): string {
  return `<header>${headingParts(entry, look)}</header>`;
}

function headingParts(entry: TranscriptEntry, { times = utcTimes }: TranscriptLook): string {
  const { offset, at, failed, speaker, name } = entry;
  const who = `<b>${escapeHtml(speaker === "call" && name !== null ? name : speakerWords(entry))}</b>`;
  const mark = failed ? ' <b class="failed">failed</b>' : "";
  const time = escapeHtml(times.time(at).slice("2026-04-01 ".length));
  return `${who}${mark} <small>#${offset} ${time}</small>`;
}

interface Folding {
  readonly look: TranscriptLook;
  /** A look at what is inside. */
  readonly words: string;
  readonly facts: readonly string[];
  readonly body: string;
  readonly failed?: boolean;
}

function folded(entry: TranscriptEntry, { look, words, facts, body, failed }: Folding): string {
  const shown = headingParts({ ...entry, failed: failed ?? entry.failed }, look);
  const size = `<small>${escapeHtml(facts.join(", "))}</small>`;
  const inside = words === "" ? "" : ` <code>${escapeHtml(words)}</code>`;
  return `<details class="entry ${entry.speaker}"><summary>${shown} ${size}${inside}</summary>\n${body}\n</details>`;
}

function renderCall(block: TranscriptBlock, look: TranscriptLook): string {
  const { entry, outputs } = block;
  const { words, facts, failed, args } = callLook(block);
  const edits = readEdits(entry.name, entry.text);
  const body = [
    ...(edits?.edits.map(renderEdit) ?? []),
    ...(edits === null && args.command !== null ? [renderPlainHtml(args.command)] : []),
    renderArguments((edits ?? args).others),
    pictures(entry),
    ...outputs.map((output) => `${heading(output, look)}${renderOutput(output)}`),
  ];
  return folded(entry, { look, words, facts, failed, body: body.join("") });
}

function renderArguments(others: readonly (readonly [string, string])[]): string {
  if (others.length === 0) return "";
  const rows = others.map(
    ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${renderPlainHtml(value)}</dd>`,
  );
  return `<dl>${rows.join("")}</dl>`;
}

function renderOutput(entry: TranscriptEntry): string {
  const { text } = readOutput(entry.text);
  return `${text === "" ? "" : renderPlainHtml(text)}${pictures(entry)}`;
}

const CHANGES = { "+": "ins", "-": "del", " ": "span", "": "b" } as const;

function renderEdit({ path, lines }: Edit): string {
  const shown = lines.map(({ sign, text }) => {
    const element = CHANGES[sign];
    return `<${element}>${sign}${escapeHtml(`${text}\n`)}</${element}>`;
  });
  const name = path === null ? "" : `<b>${escapeHtml(path)}\n</b>`;
  return `<pre class="diff">${name}${shown.join("")}</pre>`;
}

function imageFacts({ images }: TranscriptEntry): readonly string[] {
  return images.length === 0 ? [] : [counted(images.length, "image")];
}

function pictures({ images, imageUrls }: TranscriptEntry): string {
  return images.map((described, index) => picture(described, imageUrls[index])).join("");
}

/** @param url undefined: the picture was not asked for; null: its bytes are missing */
function picture(described: string, url: string | null | undefined): string {
  const words = escapeHtml(described);
  if (url === undefined) return `<p class="image">${words}</p>`;
  const data = url === null ? null : pictureData(url);
  if (data !== null) {
    return `<p class="image"><img src="${data}" alt="${words}" loading="lazy"><br><small>${words}</small></p>`;
  }
  if (url !== null && /^https?:/i.test(url)) {
    return `<p class="image">${words}: ${renderAddressHtml(url)}</p>`;
  }
  const reason = url === null ? "its bytes are missing" : "not a PNG, JPEG or WebP picture";
  return `<p class="image">${words} (not shown: ${reason})</p>`;
}

/** A data URL of a kind that cannot hold a script, told by its bytes; null: it is none. */
function pictureData(url: string): string | null {
  const payload = splitDataUrl(url)?.payload;
  const bytes = payload === undefined ? null : decodeBase64(payload);
  const kind = bytes === null ? null : readPicture(bytes);
  return kind === null ? null : `data:${kind.mediaType};base64,${payload}`;
}

export const ENTRY_STYLE = `
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:.6rem 0}
dt{color:var(--muted)}dd{margin:0;min-width:0;overflow-wrap:anywhere}dd pre{margin:0}
summary{cursor:pointer;overflow-wrap:anywhere}
article,.entry{border-left:.25rem solid var(--line);margin:.7rem 0;padding:.1rem .8rem;min-width:0}
article header,.entry header{font-size:.85rem}.entry>summary{font-size:.85rem;padding:.15rem 0}
.entry>summary code{display:block;white-space:nowrap;overflow:hidden;text-overflow:ellipsis;color:var(--muted);background:none;padding:0}
.entry[open]>summary code{display:none}
.user,.agent{border-color:var(--user)}.user,.agent{background:var(--box)}.model{border-color:var(--model)}
.call,.output{border-color:var(--tool)}.summary,.note,.context{border-color:var(--context)}
.failed{color:var(--bad)}
p,ul,ol,blockquote{margin:.5rem 0}li>p{margin:0}
blockquote{border-left:.2rem solid var(--line);padding-left:.8rem;margin-left:0;color:var(--muted)}
h4,h5,h6{margin:1rem 0 .3rem;font-size:1rem}
code{font:.88em ui-monospace,monospace;background:var(--box);padding:.05em .25em;border-radius:.2rem}
pre{font:.82rem/1.45 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere;margin:.4rem 0;tab-size:4}
.entry pre,pre.code{background:var(--box);padding:.4rem .6rem;border-radius:.25rem}
.entry pre{max-height:36rem;overflow:auto}
pre.code{white-space:pre;overflow-wrap:normal;overflow-x:auto}pre code{font:inherit;padding:0}
.user pre.code,.agent pre.code{background:var(--page)}
.lang{color:var(--muted);user-select:none}
.diff>*{display:block;text-decoration:none;font-weight:normal}.diff>b{color:var(--muted)}
.diff>ins{background:var(--added)}.diff>del{background:var(--removed)}
.image{color:var(--muted);font-size:.85rem}img{max-width:100%;max-height:40rem;border:1px solid var(--line)}
@media (max-width:40rem){article,.entry{padding:.1rem .5rem}dl{gap:.1rem .6rem}}
@media print{.entry pre{max-height:none;overflow:visible}
details::details-content{content-visibility:visible;block-size:auto}.entry>summary code{display:none}}
`;
