import { NotOffered, type Deed } from "./agent.js";
import { isObject, listAt, textAt, type JsonObject } from "./json.js";
import type { Call } from "./reply.js";
import type { ModelRequest } from "./scripted-server.js";

/** A deed as a call of the tools that Codex offers in a request: they change with version and model. */
export function codexCall(deed: Deed, { body }: ModelRequest): Call {
  const tools = offeredTools(body);
  const call = plainCall(deed, tools, body);
  return call ?? codeCall(deed, tools);
}

/** Where a script in JavaScript calls the tools, only what is beside the script is called plainly. */
function plainCall(deed: Deed, tools: readonly Tool[], body: unknown): Call | null {
  const offers = (name: string): boolean => tools.some((tool) => tool.name === name);
  switch (deed.do) {
    case "delegate":
      return delegateCall(deed.task, tools);
    case "wait-for-agents":
      return waitCall(tools, body);
    case "find-tool":
      return findCall(tools, deed.query);
    case "other-tool":
      return otherCall(tools, deed.tool);
    case "unknown-tool":
      return { name: "no_such_tool", input: { any: "thing" } };
    default:
      if (offers("exec")) return null;
      if (deed.do === "view-image") return { name: "view_image", input: { path: deed.path } };
      if (deed.do === "add-file") return patchCall(deed, offers);
      return shellCall(commandOf(deed), offers);
  }
}

type FileDeed = Extract<Deed, { do: "shell" | "read-file" }>;
const commandOf = (deed: FileDeed): string =>
  deed.do === "shell" ? deed.command : `cat ${deed.path}`;

type Offers = (name: string) => boolean;

function shellCall(command: string, offers: Offers): Call {
  if (offers("exec_command")) return { name: "exec_command", input: { cmd: command } };
  if (offers("shell_command")) return { name: "shell_command", input: { command } };
  return { name: "shell", input: { command: ["bash", "-lc", command] } };
}

type AddFile = Extract<Deed, { do: "add-file" }>;

function patchOf({ path, text }: AddFile): string {
  const added = text.split("\n").map((line) => `+${line}`);
  return ["*** Begin Patch", `*** Add File: ${path}`, ...added, "*** End Patch"].join("\n");
}

function patchCall(deed: AddFile, offers: Offers): Call {
  if (offers("apply_patch")) return { name: "apply_patch", input: patchOf(deed) };
  return shellCall(`apply_patch <<'EOF'\n${patchOf(deed)}\nEOF`, offers);
}

/** The same deeds by a script that Codex runs. */
function codeCall(deed: Deed, tools: readonly Tool[]): Call {
  if (!tools.some(({ name }) => name === "exec")) throw new NotOffered(deed.do);
  const script = (tool: string, input: unknown, show = "text"): Call => ({
    name: "exec",
    input: `const result = await tools.${tool}(${JSON.stringify(input)});\n${show}(result);\n`,
  });
  if (deed.do === "shell" || deed.do === "read-file") {
    return script("exec_command", { cmd: commandOf(deed), yield_time_ms: 30_000 });
  }
  if (deed.do === "add-file") return script("apply_patch", patchOf(deed));
  if (deed.do === "view-image") return script("view_image", { path: deed.path }, "image");
  if (deed.do === "other-tool") {
    return script(deed.tool === "tide_at" ? deed.tool : `mcp__lighthouse__${deed.tool}`, TIDE);
  }
  throw new NotOffered(deed.do);
}

interface Tool {
  readonly name: string;
  readonly namespace: string;
  readonly definition: JsonObject;
}

/** Tools are in the request, in items of its input, and in what a search for tools gave. */
function offeredTools(body: unknown): readonly Tool[] {
  const given = listAt(body, "input").flatMap((item) => listAt(item, "tools"));
  return [...listAt(body, "tools"), ...given].filter(isObject).flatMap((tool) => {
    const inner = listAt(tool, "tools").filter(isObject);
    const namespace = textAt(tool, "name");
    if (inner.length === 0) {
      const name = namespace === "" ? textAt(tool, "type") : namespace;
      return [{ name, namespace: "", definition: tool }];
    }
    return inner.map((definition) => ({ name: textAt(definition, "name"), namespace, definition }));
  });
}

function findTool(tools: readonly Tool[], ...names: readonly string[]): Tool {
  const tool = tools.find(({ name }) => names.includes(name));
  if (tool === undefined) throw new NotOffered(names.join(" or "));
  return tool;
}

const inSpace = ({ name, namespace }: Tool) =>
  namespace === "" || namespace === "functions" ? { name } : { name, namespace };

function delegateCall(task: string, tools: readonly Tool[]): Call {
  const tool = findTool(tools, "spawn_agent");
  const needsName = listAt(tool.definition, "parameters", "required").includes("task_name");
  return { ...inSpace(tool), input: { message: task, ...(needsName && { task_name: "look" }) } };
}

function waitCall(tools: readonly Tool[], body: unknown): Call {
  const tool = findTool(tools, "wait_agent", "wait");
  const required = listAt(tool.definition, "parameters", "required");
  const [member] = required.filter((name) => typeof name === "string");
  const last = JSON.stringify(listAt(body, "input").at(-1));
  const ids = last.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? [];
  const whom = member === undefined ? {} : { [member]: [...new Set(ids)] };
  return { ...inSpace(tool), input: { ...whom, timeout_ms: 15_000 } };
}

const TIDE = { place: "Orla" };

/** Null: it is called by a script. */
function otherCall(tools: readonly Tool[], wanted: string): Call | null {
  const tool = tools.find(({ name }) => name === wanted || name.endsWith(`__${wanted}`));
  return tool === undefined ? null : { ...inSpace(tool), input: TIDE };
}

function findCall(tools: readonly Tool[], query: string): Call {
  findTool(tools, "tool_search");
  return { name: "tool_search", input: { query, limit: 8 }, isSearch: true };
}
