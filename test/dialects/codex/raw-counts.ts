/** Counts of a rollout from its raw lines, read by nothing but JSON. */
export interface RawCodexCounts {
  readonly lines: number;
  readonly turnStarts: number;
  /** Reports of a request's cost; one that repeats the totals before it is none. */
  readonly requests: number;
  readonly input: number;
  readonly output: number;
  readonly total: number;
  readonly calls: number;
  readonly outputs: number;
  readonly outputBytes: number;
  readonly compactions: number;
}

type Json = Readonly<Record<string, unknown>>;

export function countRawCodex(content: string): RawCodexCounts {
  const lines = content.split("\n").filter((line) => line.trim() !== "");
  const objects = lines.map(parsed);
  const items = objects.filter(({ type }) => type === "response_item").map(payloadOf);
  const messages = objects.filter(({ type }) => type === "event_msg").map(payloadOf);
  const outputs = items.filter(({ type }) => OUTPUTS.includes(String(type)));
  const reports = newReports(messages);
  const sum = (name: string): number =>
    reports.reduce((total, report) => total + numberAt(report, name), 0);
  return {
    lines: lines.length,
    turnStarts: messages.filter(({ type }) => type === "task_started").length,
    requests: reports.length,
    input: sum("input_tokens"),
    output: sum("output_tokens"),
    total: sum("total_tokens"),
    calls: items.filter(({ type }) => CALLS.includes(String(type))).length,
    outputs: outputs.length,
    outputBytes: outputs.reduce((total, { output }) => total + bytesOf(output), 0),
    compactions: objects.filter(({ type }) => type === "compacted").length,
  };
}

const CALLS = ["function_call", "custom_tool_call", "local_shell_call", "web_search_call"];
const OUTPUTS = ["function_call_output", "custom_tool_call_output"];

function newReports(messages: readonly Json[]): Json[] {
  let before = "";
  return messages.flatMap(({ type, info }) => {
    if (type !== "token_count" || !isJson(info)) return [];
    const totals = JSON.stringify(info["total_token_usage"]);
    const isRepeated = totals === before;
    before = totals;
    const last = info["last_token_usage"];
    return isRepeated || !isJson(last) ? [] : [last];
  });
}

/** Of the texts, and of what a picture's URL carries. */
function bytesOf(output: unknown): number {
  if (!Array.isArray(output)) return Buffer.byteLength(String(output));
  let bytes = 0;
  for (const part of output.filter(isJson)) {
    const { text, image_url: url } = part;
    const payload = typeof url === "string" ? (url.split(";base64,").at(-1) ?? "") : "";
    bytes += Buffer.byteLength(typeof text === "string" ? text : payload);
  }
  return bytes;
}

function parsed(line: string): Json {
  const value: unknown = JSON.parse(line);
  return isJson(value) ? value : {};
}

function payloadOf({ payload }: Json): Json {
  return isJson(payload) ? payload : {};
}

function numberAt(json: Json, name: string): number {
  const value = json[name];
  return typeof value === "number" ? value : 0;
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null;
}
