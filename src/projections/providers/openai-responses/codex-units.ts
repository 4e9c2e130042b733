import { bareToolName } from "../../../events/calls.js";
import { isJsonObject, parseJson } from "../../../events/json.js";
import type { InputImage, MessagePart } from "../../../events/item.js";
import type { OutputUnit, Unit, CallUnit } from "../units.js";
import type { RequestContext } from "../request-context.js";

/**
 * Units as Codex changes them on their way into a request (docs/semantics.md §15.11, §15.12): where
 * the model has `apply_patch` as a custom tool, outputs that are recorded as JSON are sent as text;
 * where tools are among the items, images have no `detail`.
 */
export function codexUnits(units: readonly Unit[]): readonly Unit[] {
  const hasPatchTool = units.some(
    (unit) =>
      unit.kind === "call" && unit.item.type === "custom_tool_call" && unit.item.name === PATCH,
  );
  const hasToolItems = units.some(
    (unit) =>
      unit.kind === "hosted" &&
      unit.item.type === "other" &&
      unit.item.original.type === "additional_tools",
  );
  if (!hasPatchTool && !hasToolItems) return units;
  return units.map((unit) => {
    if (unit.kind === "message") {
      return hasToolItems ? { ...unit, parts: unit.parts.map(withoutDetail) } : unit;
    }
    if (unit.kind !== "output") return unit;
    const output = hasToolItems ? { ...unit, parts: unit.parts.map(withoutDetail) } : unit;
    return hasPatchTool ? asText(output) : output;
  });
}

function withoutDetail<Part extends MessagePart>(part: Part): Part | InputImage {
  return part.type === "input_image" ? { ...part, detail: null } : part;
}

const PATCH = "apply_patch";
/** Tools whose outputs are recorded as JSON. */
const WRAPPED: ReadonlySet<string> = new Set([PATCH, "shell", "container.exec", "local_shell"]);

function asText(output: OutputUnit): OutputUnit {
  const [part] = output.parts;
  if (output.isList || part?.type !== "input_text") return output;
  const text = WRAPPED.has(bareToolName(output.call.item)) ? shellText(part.text) : null;
  return text === null ? output : { ...output, parts: [{ type: "input_text", text }] };
}

const TOTAL_LINES = /^Total output lines: (\d+)\n\n?/;

/** The text of `{output, metadata: {exit_code, duration_seconds}}`; null: it is something else. */
function shellText(recorded: string): string | null {
  if (!recorded.startsWith("{")) return null;
  const value = parseJson(recorded);
  if (!isJsonObject(value) || !isJsonObject(value.metadata)) return null;
  const { output, metadata } = value;
  const { exit_code: code, duration_seconds: seconds } = metadata;
  if (typeof output !== "string" || !Number.isInteger(code) || typeof seconds !== "number") {
    return null;
  }
  const lines = TOTAL_LINES.exec(output);
  return [
    `Exit code: ${String(code)}`,
    `Wall time: ${seconds} seconds`,
    ...(lines === null ? [] : [`Total output lines: ${lines[1] ?? ""}`]),
    "Output:",
    output.slice(lines?.[0].length ?? 0),
  ].join("\n");
}

/**
 * Units without what the newest sealed compaction stands for (docs/providers.md §10): what the model
 * made and tools gave back before it. What users and the runtime said stays, as in the window that
 * OpenAI's own endpoint makes; and so does a call whose output comes later. Sessions of other tools
 * are sent as these send them.
 */
export function sealedUnits(context: RequestContext, units: readonly Unit[]): readonly Unit[] {
  const { dialect = "refold" } = context.prompt;
  const at = units.findLastIndex(isSealed);
  if (at === -1 || dialect !== "refold") return units;
  const answeredLater = new Set<CallUnit>();
  for (const unit of units.slice(at)) if (unit.kind === "output") answeredLater.add(unit.call);
  return units.filter((unit, index) => {
    const isSaid = unit.kind === "message" && unit.role !== "assistant";
    const isOpen = unit.kind === "call" && answeredLater.has(unit);
    if (index >= at || isSaid || isOpen) return true;
    const { ref } = unit.kind === "output" ? { ref: unit.ref ?? unit.call.ref } : unit;
    context.repair("left-out", ref, "the compaction after it stands for it");
    return false;
  });
}

function isSealed(unit: Unit): boolean {
  if (unit.kind !== "hosted") return false;
  const { item } = unit;
  const isCompaction = item.type === "compaction" || item.type === "compaction_summary";
  return isCompaction && item.provider === undefined; // else another provider's
}
