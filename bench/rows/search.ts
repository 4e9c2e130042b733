import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { indexFolder } from "../../src/sessions/search/search-index.js";
import { searchSessions } from "../../src/sessions/search/search-sessions.js";
import { findSessionFiles } from "../../src/sessions/session-files.js";
import { SeededRandom } from "../random.js";
import type { Bench, Probe, Result, Row } from "../row.js";

const SESSIONS = 10_000;
const QUICK_SESSIONS = 400;
const SESSION_BYTES = 80_000;
/** What people stop at: `refold search` shows so many. */
const LIMIT = 50;

/**
 * Queries of each kind: words that few sessions hold, none or many, a phrase of which each word is
 * common, and patterns with and without a text that whatever they match holds.
 */
const QUERIES = {
  rare: "needle77x",
  none: "rate zzzyzx",
  common: "lima tuve",
  phrase: '"needle78x is here"',
  pattern: String.raw`/needle77\d?x is (here|there)/i`,
  "pattern of no words": String.raw`/\d[b-d]{3}\d/`,
} as const;

async function hits(folder: string, query: string, home: string | null): Promise<number> {
  const { files } = findSessionFiles([folder]);
  let found = 0;
  for await (const answer of searchSessions({ files, criteria: { query }, indexHome: home })) {
    found += answer.found?.hits.length ?? 0;
    if (found >= LIMIT) break;
  }
  return found;
}

/** There is no index. */
const build: Probe = async ({ folder, home }, measure) => {
  rmSync(indexFolder(String(home)), { recursive: true, force: true });
  await measure(async () => {
    await hits(String(folder), QUERIES.none, String(home));
  });
  const place = indexFolder(String(home));
  const sizes = readdirSync(place).map((name) => statSync(join(place, name)).size);
  return { indexBytes: sizes.reduce((sum, size) => sum + size, 0) };
};

/** Nothing has changed since the index was made. */
const warm: Probe = async ({ folder, home, query }, measure) => {
  let found = 0;
  await measure(async () => {
    found = await hits(String(folder), String(query), String(home));
  });
  return { found };
};

/** Without an index. */
const direct: Probe = async ({ folder, query }, measure) => {
  await measure(async () => {
    await hits(String(folder), String(query), null);
  });
  return {};
};

async function run(bench: Bench): Promise<readonly Result[]> {
  const count = bench.isQuick ? QUICK_SESSIONS : SESSIONS;
  const folder = join(bench.scratch, "search");
  const home = join(bench.scratch, "search-home");
  const bytes = writeSessions(folder, count);
  const built = await bench.sample("search", { build: { folder, home } }, 1);
  const rounds = bench.isQuick ? 1 : 3;
  const read = await bench.sample("search", { direct: { folder, query: QUERIES.none } }, 1);
  const { ms } = built("build");
  const { indexBytes = 0 } = built("build").extra;
  const speed = `${(bytes / 1000 / ms).toFixed(0)} MB/s`;
  const share = `${((indexBytes / bytes) * 100).toFixed(0)}% of their size`;
  const sessions = `${count.toLocaleString("en-US")} sessions`;
  const results: Result[] = [
    {
      ...{ name: `search: index of ${sessions}, ${speed}, ${share}, against reading them` },
      ...{ unit: "ms", measured: ms, floor: read("direct").ms, budget: {} },
    },
  ];
  for (const [kind, query] of Object.entries(QUERIES)) {
    const sampled = await bench.sample("search", { warm: { folder, home, query } }, rounds);
    results.push({
      ...{ name: `search of ${sessions}, warm, ${kind}: ${query}`, unit: "ms" },
      ...{
        measured: sampled("warm").ms,
        floor: null,
        budget: kind.endsWith("no words") ? {} : { most: 3_000 },
      },
    });
  }
  return results;
}

/** Sessions of pi of words from a large vocabulary, as often as in a language. @returns their size */
function writeSessions(folder: string, count: number): number {
  mkdirSync(folder, { recursive: true });
  const random = new SeededRandom(7);
  const corpus = corpusOf(random);
  let bytes = 0;
  for (let session = 0; session < count; session += 1) {
    const id = `019d3a00-0000-7000-8000-${String(session).padStart(12, "0")}`;
    const at = new Date(Date.UTC(2026, 3, 1) + session * 60_000).toISOString();
    const header = {
      type: "session",
      version: 3,
      id,
      timestamp: at,
      cwd: `/home/orla/project-${session % 20}`,
    };
    const lines = [JSON.stringify(header)];
    let size = 0;
    for (let entry = 0; size < SESSION_BYTES; entry += 1) {
      const start = random.below(corpus.length - 5_000);
      const said = corpus.slice(start, start + 200 + random.below(4_000));
      const text =
        entry === 3 ? `needle${session}x is ${session % 2 === 0 ? "here" : "there"} ${said}` : said;
      const message = {
        role: entry % 2 === 0 ? "user" : "assistant",
        content: [{ type: "text", text }],
      };
      const parentId = entry === 0 ? null : `m${entry - 1}`;
      const line = JSON.stringify({
        type: "message",
        id: `m${entry}`,
        parentId,
        timestamp: at,
        message,
      });
      lines.push(line);
      size += line.length;
    }
    const text = `${lines.join("\n")}\n`;
    writeFileSync(join(folder, `${id}.jsonl`), text);
    bytes += text.length;
  }
  return bytes;
}

const STARTS = "b c d f g h k l m n p r s t v w st tr pl ch sh".split(" ");
const ENDS = "a e i o u ai ou er an in".split(" ");

const CORPUS_LENGTH = 8_000_000;

/** A long text, of which all others are parts. */
function corpusOf(random: SeededRandom): string {
  const words = vocabulary(random);
  const parts: string[] = [];
  for (let length = 0; length < CORPUS_LENGTH;) {
    const word = words[Math.floor(words.length ** random.next())] ?? "the";
    parts.push(word);
    length += word.length + 1;
  }
  return parts.join(" ");
}

function vocabulary(random: SeededRandom): readonly string[] {
  const syllable = (): string =>
    (STARTS[random.below(STARTS.length)] ?? "") + (ENDS[random.below(ENDS.length)] ?? "");
  return Array.from({ length: 40_000 }, () =>
    Array.from({ length: 1 + random.below(4) }, syllable).join(""),
  );
}

export const row: Row = { run, probes: { build, warm, direct } };
