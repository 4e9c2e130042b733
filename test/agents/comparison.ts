import { isObject, listAt, textAt, type JsonObject } from "./json.js";
import { ID_NAMES, type NormalForm } from "./normal-form.js";
import type { Comparison, Difference } from "./verdict.js";

/**
 * Compares what a program sent with what Refold would send. Base instructions count where Refold names
 * some; where the program sends the same as its first message, that is another place, not another content.
 */
export function compare(program: NormalForm, refold: NormalForm): Comparison {
  const sent = withoutBaseItem(program, refold);
  const isBaseInside = sent !== program;
  const differences = [
    ...compareInstructions(sent, refold),
    ...compareItems(sent.items, refold.items),
    ...compareTools(sent.tools, refold.tools),
  ];
  if (differences.length > 0) return { verdict: "different", differences };
  const isGroupedAlike = !isBaseInside && sent.groups.join() === refold.groups.join();
  return { verdict: isGroupedAlike ? "equal" : "regrouped", differences };
}

/** The request with base instructions apart, if an item of it says what Refold gives as such. */
export function withoutBaseItem(program: NormalForm, { instructions }: NormalForm): NormalForm {
  if (program.instructions !== "" || instructions.trim() === "") return program;
  const at = program.items.findIndex(
    (item) => item["role"] === "developer" && firstText(item).trim() === instructions.trim(),
  );
  return at < 0 ? program : { ...program, items: program.items.toSpliced(at, 1), instructions };
}

function compareInstructions(program: NormalForm, refold: NormalForm): readonly Difference[] {
  const [sent, given] = [program.instructions.trim(), refold.instructions.trim()];
  if (given === "" || sent === given) return [];
  const signature = sent === "" ? "instructions: program sends none" : "instructions: other text";
  return [
    {
      kind: "instructions",
      position: 0,
      program: { instructions: sent },
      refold: { instructions: given },
      signature,
    },
  ];
}

/** The program has tools of its own; those that Refold gives have to be among them, to the letter. */
function compareTools(
  program: readonly JsonObject[],
  refold: readonly JsonObject[],
): readonly Difference[] {
  if (program.length === 0) return []; // they stand in an item, if there are any
  const sent = new Set(program.map(sortedText));
  const extra = refold.filter((tool) => !sent.has(sortedText(tool)));
  return extra.map((tool) => ({
    ...{ kind: "extra", position: 0, refold: tool },
    signature: `extra tool ${textAt(tool, "name")}`,
  }));
}

/** The same text for the same members in any order. */
function sortedText(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

/** The differences of two lists, by their longest common subsequence; neighbours of one kind pair up. */
function compareItems(
  program: readonly JsonObject[],
  refold: readonly JsonObject[],
): readonly Difference[] {
  const sent = program.map(withoutIds);
  const given = refold.map(withoutIds);
  const lengths = commonLengths(sent, given);
  const differences: Difference[] = [];
  const pairs = new IdPairs();
  let [i, j] = [0, 0];
  while (i < sent.length || j < given.length) {
    if (i < sent.length && j < given.length && sent[i] === given[j]) {
      differences.push(...pairs.compare(program[i], refold[j], i));
      [i, j] = [i + 1, j + 1];
      continue;
    }
    const [missing, extra]: [JsonObject[], JsonObject[]] = [[], []];
    const position = i;
    while ((i < sent.length || j < given.length) && !(i < sent.length && sent[i] === given[j])) {
      const skipsSent = (lengths[i + 1]?.[j] ?? -1) >= (lengths[i]?.[j + 1] ?? -1);
      const [item, other] = [program[i], refold[j]];
      if (item !== undefined && (skipsSent || other === undefined)) {
        missing.push(item);
        i += 1;
      } else if (other !== undefined) {
        extra.push(other);
        j += 1;
      }
    }
    differences.push(...pairUp(missing, extra, position));
  }
  return differences;
}

/** Ids are compared as pairs, not as texts: which call an output answers. */
function withoutIds(item: JsonObject): string {
  return JSON.stringify(item, (name, value: unknown) => (ID_NAMES.has(name) ? "" : value));
}

function commonLengths(a: readonly string[], b: readonly string[]): readonly number[][] {
  const lengths = Array.from({ length: a.length + 1 }, () =>
    new Array<number>(b.length + 1).fill(0),
  );
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row === undefined) continue;
      row[j] =
        a[i] === b[j]
          ? (lengths[i + 1]?.[j + 1] ?? 0) + 1
          : Math.max(lengths[i + 1]?.[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}

function pairUp(
  missing: readonly JsonObject[],
  extra: readonly JsonObject[],
  position: number,
): readonly Difference[] {
  const rest = [...extra];
  const found = missing.map((program, index): Difference => {
    const like = rest.findIndex((item) => kindOf(item) === kindOf(program));
    const [refold] = like < 0 ? [] : rest.splice(like, 1);
    const at = { position: position + index, program };
    if (refold === undefined) {
      return { kind: "missing", ...at, signature: `missing ${label(program)}` };
    }
    const fields = changedFields(program, refold);
    const signature = `changed ${kindOf(program)}: ${fields.join(", ")}`;
    return { kind: "changed", ...at, refold, signature };
  });
  const beside = rest.map((refold): Difference => ({
    kind: "extra",
    position,
    refold,
    signature: `extra ${label(refold)}`,
  }));
  return [...found, ...beside];
}

function kindOf(item: JsonObject): string {
  return [item["type"], item["role"]].filter((part) => typeof part === "string").join("/");
}

/** Kind and first words, digits and ids made alike. */
function label(item: JsonObject): string {
  const words = firstText(item)
    .trim()
    .replace(/\/[\w./-]+/g, "/…")
    .replace(/\b[0-9a-f]{6,}\b|\d+/g, "#")
    .replace(/\s+/g, " ");
  return `${kindOf(item)} “${words.slice(0, 50)}”`;
}

function firstText(item: JsonObject): string {
  for (const name of ["text", "output", "arguments", "thinking"]) {
    if (textAt(item, name) !== "") return textAt(item, name);
  }
  for (const part of [
    ...listAt(item, "content"),
    ...listAt(item, "output"),
    ...listAt(item, "summary"),
  ]) {
    if (textAt(part, "text") !== "") return textAt(part, "text");
  }
  return "";
}

function changedFields(a: JsonObject, b: JsonObject, path = ""): readonly string[] {
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return names.flatMap((name) => {
    const [left, right] = [a[name], b[name]];
    if (ID_NAMES.has(name) || JSON.stringify(left) === JSON.stringify(right)) return [];
    if (isObject(left) && isObject(right)) return changedFields(left, right, `${path}${name}.`);
    if (left === undefined) return [`${path}${name} only in Refold`];
    if (right === undefined) return [`${path}${name} only in the program`];
    return [`${path}${name}`];
  });
}

/** Which id of the program stands for which id of Refold's. */
class IdPairs {
  readonly #known = new Map<string, string>();

  compare(
    program: JsonObject | undefined,
    refold: JsonObject | undefined,
    position: number,
  ): Difference[] {
    const [sent, given] = [idsOf(program), idsOf(refold)];
    const isAlike = sent.every((id, index) => {
      const other = given[index] ?? "";
      if (!this.#known.has(id)) this.#known.set(id, other);
      return this.#known.get(id) === other;
    });
    if (isAlike || program === undefined || refold === undefined) return [];
    const signature = `changed ${kindOf(program)}: answers another call`;
    return [{ kind: "changed", position, program, refold, signature }];
  }
}

function idsOf(item: JsonObject | undefined): readonly string[] {
  const ids = [...ID_NAMES].map((name) => textAt(item, name));
  const calls = listAt(item, "tool_calls").map((call) => textAt(call, "call_id"));
  return [...ids, ...calls].filter((id) => id !== "");
}
