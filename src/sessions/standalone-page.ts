import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isRefoldError, RefoldError } from "../errors.js";
import type { EventSource } from "../events/event-source.js";
import type { LogEvent } from "../events/event.js";
import { encodeBase64 } from "../events/picture.js";
import { namedHashes } from "../events/named-hashes.js";
import { escapeHtml } from "../projections/html-page.js";
import type { BlobReader, SessionDamage } from "./session.js";

export interface StandalonePage {
  readonly source: EventSource;
  readonly blobs: BlobReader;
  /** Places that the reading of `source` came upon. */
  readonly damage: () => readonly SessionDamage[];
  readonly title: string;
  /** False: payloads that nobody can look through (pictures, sealed reasoning) are left out. */
  readonly hasPayloads: boolean;
  /** Of the tool that writes. */
  readonly version: string;
}

/**
 * The views of `refold ui` for one thread, as one file that needs no server and no network: it holds the
 * thread's events, each once, the originals that they name, and the places that are damaged. Nothing in them can act: they are
 * JSON in elements that no browser runs, and the policy of the page allows its own script alone.
 */
export async function* standalonePage(page: StandalonePage): AsyncGenerator<Uint8Array> {
  const { source, blobs, damage, title, hasPayloads, version } = page;
  const [script, style] = [partOfPage("standalone/app.js"), partOfPage("app.css")];
  yield Buffer.from(headOf({ script, style, title, version }));
  yield Buffer.from(`<script type="application/json" id="events">\n`);
  const hashes = new Set<string>();
  for await (const event of source.read()) {
    for (const hash of namedHashes(event, hasPayloads ? "all" : "texts")) hashes.add(hash);
    yield Buffer.from(`${embeddedJson(event, hasPayloads ? undefined : withoutPayload)}\n`);
  }
  yield Buffer.from(`</script>\n<script type="application/json" id="blobs">\n`);
  for (const hash of hashes) {
    const bytes = await blobOf(blobs, hash);
    if (bytes !== null) yield Buffer.from(`${embeddedJson([hash, encodeBase64(bytes)])}\n`);
  }
  yield Buffer.from(`</script>\n<script type="application/json" id="damage">\n`);
  for (const place of damage()) yield Buffer.from(`${embeddedJson(place)}\n`);
  yield Buffer.from(`</script>\n<script>${script}</script>\n</body>\n</html>\n`);
}

/** What stands in the page's own folder, beside the built command; from the sources, in `dist/`. */
function partOfPage(name: string): string {
  const places = [`./ui/${name}`, `../../dist/ui/${name}`];
  const paths = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = paths.find((path) => existsSync(path));
  if (found === undefined) {
    const message = `a part of the page is missing: ${name}`;
    const remedy = "Install refold again, or build it: npm run build";
    throw new RefoldError("file-not-found", { path: paths[0] ?? name }, { message, remedy });
  }
  // An element's end inside of it would end it.
  return readFileSync(found, "utf8")
    .replaceAll(/<\/(script|style)/gi, "<\\/$1")
    .trim();
}

interface Head extends Pick<StandalonePage, "title" | "version"> {
  readonly script: string;
  readonly style: string;
}

function headOf({ script, style, title, version }: Head): string {
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    ...["img-src data:", "base-uri 'none'", "form-action 'none'"],
  ].join("; ");
  return `<!doctype html>
<html lang="en" data-version="${escapeHtml(version)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<noscript>This page needs JavaScript. refold transcript --format html writes one that needs none.</noscript>
<div id="app"></div>
`;
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** JSON that parses to the same value, and in which nothing can end or open an element. */
function embeddedJson(
  value: LogEvent | readonly string[] | SessionDamage,
  replacer?: (name: string, value: unknown) => unknown,
): string {
  return JSON.stringify(value, replacer).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function withoutPayload(name: string, value: unknown): unknown {
  if (name === "encrypted_content" && typeof value === "string") return null;
  const isPicture = typeof value === "string" && /^data:[\w/+.-]*;base64,./.test(value);
  return isPicture ? "data:," : value;
}

/** @returns null: it is missing or damaged, which the page says where it is asked for */
async function blobOf(blobs: BlobReader, hash: string): Promise<Uint8Array | null> {
  try {
    return await blobs.get(hash);
  } catch (error) {
    if (isRefoldError(error, "blob-missing") || isRefoldError(error, "blob-corrupt")) return null;
    throw error;
  }
}
