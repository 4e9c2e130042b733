import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { at, isObject, parseLine, textAt } from "./json.js";

/** How the server below is started. */
export function toolServerCommand(): readonly string[] {
  return [process.execPath, fileURLToPath(import.meta.url)];
}

/** The arguments of each tool here, and of the client's (`codex-agent.ts`). */
export const PLACE = {
  type: "object",
  properties: { place: { type: "string" } },
  required: ["place"],
};
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** What each tool answers: one for every kind of content. */
const ANSWERS: Readonly<Record<string, object>> = {
  tide: { content: [{ type: "text", text: "High water at noon." }] },
  chart: {
    content: [
      { type: "text", text: "The chart:" },
      { type: "image", data: PIXEL, mimeType: "image/png" },
    ],
  },
  table: {
    content: [{ type: "text", text: '{"noon":3.5}' }],
    structuredContent: { noon: 3.5, "6 pm": 0.4 },
  },
  notes: {
    content: [
      {
        type: "resource",
        resource: { uri: "tide://notes", mimeType: "text/plain", text: "Spring tide on Monday." },
      },
      { type: "resource_link", uri: "tide://more", name: "more" },
    ],
  },
  nothing: { content: [] },
  broken: { content: [{ type: "text", text: "The gauge is broken." }], isError: true },
};

/** The names of its tools. */
export const SERVER_TOOLS = Object.keys(ANSWERS);

function resultOf(line: unknown): object {
  switch (textAt(line, "method")) {
    case "initialize":
      return {
        protocolVersion: textAt(line, "params", "protocolVersion"),
        capabilities: { tools: {} },
        serverInfo: { name: "lighthouse", version: "1.0.0" },
      };
    case "tools/list":
      return {
        tools: SERVER_TOOLS.map((name) => ({
          ...{ name, description: `The ${name} of a place.`, inputSchema: PLACE },
        })),
      };
    case "tools/call":
      return ANSWERS[textAt(line, "params", "name")] ?? {};
    default:
      return {};
  }
}

/** A server of tools that speaks the Model Context Protocol over its standard input and output. */
function serve(): void {
  createInterface({ input: process.stdin }).on("line", (text) => {
    const line = parseLine(text);
    const id = at(line, "id");
    if (!isObject(line) || id === undefined) return;
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: resultOf(line) })}\n`);
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) serve();
