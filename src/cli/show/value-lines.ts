import { splitDataUrl } from "../../events/inline-image.js";
import { isJsonObject } from "../../events/json.js";
import { byteFigure } from "../../projections/figures.js";
import { paragraph } from "../output/layout.js";

/**
 * A value as people read it: a member a line, texts of several lines as they are, below their name.
 * What is continued on the next line stays below its beginning.
 */
export function valueLines(
  value: unknown,
  { columns, indent }: { readonly columns: number; readonly indent: string },
): readonly string[] {
  return [...membersOf(value)].flatMap((line) => {
    const [lead = ""] = /^(?: |│ )*/.exec(line) ?? [];
    return paragraph(line.slice(lead.length), { columns, indent: `${indent}${lead}` });
  });
}

function* membersOf(value: unknown, indent = ""): Generator<string> {
  if (Array.isArray(value) || isJsonObject(value)) {
    const isList = Array.isArray(value);
    for (const [name, member] of Object.entries(value)) {
      yield* memberLines(isList ? "-" : `${name}:`, member, indent);
    }
  } else {
    for (const line of wordOf(value).split("\n")) yield `${indent}${line}`;
  }
}

function* memberLines(name: string, value: unknown, indent: string): Generator<string> {
  const isNested = typeof value === "object" && value !== null && Object.keys(value).length > 0;
  const text = isNested ? null : wordOf(value);
  if (text !== null && !text.includes("\n")) {
    yield `${indent}${name} ${text}`.trimEnd();
    return;
  }
  yield `${indent}${name}`;
  yield* membersOf(text ?? value, `${indent}${text === null ? "  " : "  │ "}`);
}

function wordOf(value: unknown): string {
  if (typeof value !== "string") return JSON.stringify(value ?? null);
  const { prefix = "", payload = "" } = splitDataUrl(value) ?? {};
  return payload.length < 100 ? value : `${prefix}… (${byteFigure(payload.length)})`;
}
