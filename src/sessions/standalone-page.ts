import { isRefoldError } from "../errors.js";
import type { EventSource } from "../events/event-source.js";
import type { LogEvent } from "../events/event.js";
import { encodeBase64 } from "../events/picture.js";
import { namedHashes } from "../events/named-hashes.js";
import { documentHead, partOfPage } from "./page-document.js";
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
  yield Buffer.from(`${documentHead({ script, style, title, version })}${BODY}`);
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

const BODY = `<noscript>This page needs JavaScript. refold transcript --format html writes one that needs none.</noscript>
<div id="app"></div>
`;

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
