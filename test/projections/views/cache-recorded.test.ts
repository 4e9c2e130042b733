import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isJsonObject, parseJson } from "../../../src/events/json.js";
import { projectCache } from "../../../src/projections/views/cache.js";
import { openSession } from "../../../src/sessions/open-session.js";
import { sharedSessions } from "../../cli/recorded-sessions.js";

interface RawRequest {
  readonly input: number;
  readonly cached: number;
}

function at(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((inner, name) => (isJsonObject(inner) ? inner[name] : null), value);
}

function count(value: unknown, ...names: readonly string[]): number {
  const found = at(value, ...names);
  return typeof found === "number" ? found : 0;
}

/** What the lines of a file report, read without any code of the library's readers. */
function rawRequests(path: string): readonly RawRequest[] {
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => line.replaceAll('}{"', '}\n{"').split("\n"))
    .map(parseJson);
  const codex = lines.flatMap(codexRequest).filter(isNotRepeated);
  if (codex.length > 0) return codex.map(({ request }) => request);
  const claude = new Map(lines.flatMap(claudeRequest));
  return claude.size > 0 ? [...claude.values()] : lines.flatMap(piRequest);
}

function codexRequest(line: unknown) {
  const info = at(line, "payload", "info");
  if (at(line, "payload", "type") !== "token_count" || !isJsonObject(info)) return [];
  const usage = info.last_token_usage;
  const input = count(usage, "input_tokens");
  const totals = JSON.stringify(info.total_token_usage);
  return [{ totals, request: { input, cached: count(usage, "cached_input_tokens") } }];
}

function isNotRepeated(
  { totals }: { readonly totals: string },
  index: number,
  all: readonly { readonly totals: string }[],
): boolean {
  return all[index - 1]?.totals !== totals;
}

/** By its answer's id: its lines report the same request again, the last of them in full. */
function claudeRequest(line: unknown): readonly (readonly [string, RawRequest])[] {
  const [id, usage] = [at(line, "message", "id"), at(line, "message", "usage")];
  if (typeof id !== "string" || at(line, "isSidechain") === true) return [];
  const cached = count(usage, "cache_read_input_tokens");
  const written = count(usage, "cache_creation_input_tokens");
  const input = count(usage, "input_tokens") + cached + written;
  return input === 0 ? [] : [[id, { input, cached }]];
}

function piRequest(line: unknown): readonly RawRequest[] {
  const usage = at(line, "message", "usage");
  const cached = count(usage, "cacheRead");
  const input = count(usage, "input") + cached + count(usage, "cacheWrite");
  return input === 0 ? [] : [{ input, cached }];
}

const files = sharedSessions().map(({ path }) => path);

test.skipIf(files.length === 0)("requests are those that a session's lines report", async () => {
  for (const path of files) {
    const raw = rawRequests(path);
    const session = await openSession(path);
    const { requests, totals } = await projectCache(session.source);
    await session.close();
    const reported = requests.filter((request) => request.reported !== null);
    const inputs = raw.map(({ input }) => input);
    expect(
      reported.map((request) => request.reported?.input),
      path,
    ).toEqual(inputs);
    expect(totals.cachedInput, path).toBe(raw.reduce((sum, { cached }) => sum + cached, 0));
  }
});
