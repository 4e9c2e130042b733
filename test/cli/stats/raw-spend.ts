/**
 * What sessions spent, counted from their raw lines alone: nothing of this project is used, so that
 * both counts can be compared.
 */
export interface RawSpend {
  requests: number;
  input: number;
  cachedInput: number;
  cacheWrite: number;
  longCacheWrite: number;
  output: number;
  /** Billionths of a dollar. */
  cost: bigint;
  unpriced: number;
  partialOutputs: number;
}

/** US dollars for a million tokens. */
export interface RawPrice {
  readonly input: number;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  readonly longCacheWrite: number;
  readonly output: number;
}

type Json = Readonly<Record<string, unknown>>;

interface RawRequest {
  readonly model: string | null;
  readonly input: number;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  readonly longCacheWrite: number;
  readonly output: number;
  readonly recordedCost: number | null;
  readonly isPartial: boolean;
}

/** @param pick the price of a model, by its id and the whole input of the request */
export function countRawSpend(
  content: string,
  pick: (model: string, input: number) => RawPrice | null,
): RawSpend {
  const spend: RawSpend = {
    ...{ requests: 0, input: 0, cachedInput: 0, cacheWrite: 0, longCacheWrite: 0, output: 0 },
    ...{ cost: 0n, unpriced: 0, partialOutputs: 0 },
  };
  for (const request of requestsIn(objectsIn(content))) {
    spend.requests += 1;
    spend.input += request.input;
    spend.cachedInput += request.cachedInput;
    spend.cacheWrite += request.cacheWrite;
    spend.longCacheWrite += request.longCacheWrite;
    spend.output += request.output;
    spend.partialOutputs += request.isPartial ? 1 : 0;
    const cost = costOf(request, pick);
    if (cost === null) spend.unpriced += 1;
    else spend.cost += cost;
  }
  return spend;
}

function costOf(request: RawRequest, pick: Parameters<typeof countRawSpend>[1]): bigint | null {
  if (request.recordedCost !== null) return BigInt(Math.round(request.recordedCost * 1e9));
  const price = request.model === null ? null : pick(request.model, request.input);
  if (price === null) return null;
  const { cachedInput, cacheWrite, longCacheWrite, output } = request;
  const rest = request.input - cachedInput - cacheWrite;
  const shortWrite = cacheWrite - longCacheWrite;
  return (
    rounded(units(rest, price.input)) +
    rounded(units(cachedInput, price.cachedInput)) +
    rounded(units(shortWrite, price.cacheWrite) + units(longCacheWrite, price.longCacheWrite)) +
    rounded(units(output, price.output))
  );
}

/** Trillionths of a dollar. */
function units(tokens: number, rate: number): bigint {
  return BigInt(tokens) * BigInt(Math.round(rate * 1e6));
}

/** Billionths, half up. */
function rounded(trillionths: bigint): bigint {
  return (trillionths + 500n) / 1000n;
}

function objectsIn(content: string): readonly Json[] {
  return content.split("\n").flatMap((line): readonly Json[] => {
    if (line.trim() === "") return [];
    try {
      return [objectOf(JSON.parse(line))];
    } catch {
      return gluedObjects(line);
    }
  });
}

/** Two objects on one line, where a recorder lost the line feed between them. */
function gluedObjects(line: string): readonly Json[] {
  for (let at = line.indexOf("}{"); at >= 0; at = line.indexOf("}{", at + 1)) {
    try {
      return [line.slice(0, at + 1), line.slice(at + 1)].map((part) => objectOf(JSON.parse(part)));
    } catch {
      continue; // it is inside a text
    }
  }
  return [];
}

function objectOf(value: unknown): Json {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function count(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function requestsIn(lines: readonly Json[]): readonly RawRequest[] {
  if (lines.some(({ type }) => type === "session_meta")) return codexRequests(lines);
  return lines[0]?.["type"] === "session" ? piRequests(lines) : claudeRequests(lines);
}

/** A report that repeats the running totals of the one before is none. */
function codexRequests(lines: readonly Json[]): readonly RawRequest[] {
  const requests: RawRequest[] = [];
  let model: string | null = null;
  let totals = "";
  for (const { type, payload } of lines) {
    const { type: kind, info, model: named } = objectOf(payload);
    if (type === "turn_context") model = text(named) ?? model;
    if (type !== "event_msg" || kind !== "token_count") continue;
    const { last_token_usage: last, total_token_usage: total } = objectOf(info);
    if (last === undefined || JSON.stringify(total) === totals) continue;
    totals = JSON.stringify(total);
    const used = objectOf(last);
    requests.push({
      model,
      input: count(used["input_tokens"]),
      cachedInput: count(used["cached_input_tokens"]),
      cacheWrite: count(used["cache_write_input_tokens"]),
      longCacheWrite: 0,
      output: count(used["output_tokens"]),
      ...{ recordedCost: null, isPartial: false },
    });
  }
  return requests;
}

function piRequests(lines: readonly Json[]): readonly RawRequest[] {
  return lines.flatMap(({ type, message }): readonly RawRequest[] => {
    const { role, usage, model } = objectOf(message);
    if (type !== "message" || role !== "assistant" || usage === undefined) return [];
    const used = objectOf(usage);
    const [cachedInput, cacheWrite] = [count(used["cacheRead"]), count(used["cacheWrite"])];
    const input = count(used["input"]) + cachedInput + cacheWrite;
    const output = count(used["output"]);
    if (input + output === 0) return [];
    const cost = count(objectOf(used["cost"])["total"]);
    return [
      {
        ...{ model: text(model), input, cachedInput, cacheWrite, output, isPartial: false },
        longCacheWrite: count(used["cacheWrite1h"]),
        recordedCost: cost > 0 ? cost : null,
      },
    ];
  });
}

/** The lines of one answer have its id; the last says most. */
function claudeRequests(lines: readonly Json[]): readonly RawRequest[] {
  const answers = new Map<string, Json[]>();
  for (const { type, message } of lines) {
    const answer = objectOf(message);
    const id = text(answer["id"]);
    if (type !== "assistant" || id === null) continue;
    const known = answers.get(id);
    if (known === undefined) answers.set(id, [answer]);
    else known.push(answer);
  }
  return [...answers.values()].flatMap((said): readonly RawRequest[] => {
    const outputs = said.map(({ usage }) => count(objectOf(usage)["output_tokens"]));
    const last = said.at(-1) ?? {};
    const used = objectOf(last["usage"]);
    const cachedInput = count(used["cache_read_input_tokens"]);
    const cacheWrite = count(used["cache_creation_input_tokens"]);
    const input = count(used["input_tokens"]) + cachedInput + cacheWrite;
    const output = outputs.at(-1) ?? 0;
    if (input + output === 0) return [];
    const isStopped = said.some(({ stop_reason: reason }) => typeof reason === "string");
    return [
      {
        ...{ model: text(last["model"]), input, cachedInput, cacheWrite, output },
        longCacheWrite: count(objectOf(used["cache_creation"])["ephemeral_1h_input_tokens"]),
        recordedCost: null,
        isPartial: !isStopped && output <= (outputs[0] ?? 0),
      },
    ];
  });
}
