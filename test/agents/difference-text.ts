import type { JsonObject } from "./json.js";
import type { Comparison, Difference } from "./verdict.js";

const AROUND = 70;

/** A comparison as lines to read: `-` is what the program sent, `+` what Refold gave. */
export function differenceText({ verdict, differences }: Comparison): string {
  if (verdict === "regrouped") {
    return "the same content in other messages, or with the base instructions in another place\n";
  }
  return differences.map(lines).join("");
}

function lines({ kind, position, program, refold, signature }: Difference): string {
  const head = `@ ${position} ${kind}: ${signature}\n`;
  if (program !== undefined && refold !== undefined) {
    const [left, right] = [JSON.stringify(program), JSON.stringify(refold)];
    const from = Math.max(0, firstDifference(left, right) - AROUND);
    return `${head}- ${cut(left, from)}\n+ ${cut(right, from)}\n`;
  }
  if (program !== undefined) return `${head}- ${cut(text(program), 0)}\n`;
  return refold === undefined ? head : `${head}+ ${cut(text(refold), 0)}\n`;
}

const text = (item: JsonObject): string => JSON.stringify(item);

function firstDifference(a: string, b: string): number {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index += 1;
  return index;
}

function cut(line: string, from: number): string {
  const end = from + 4 * AROUND;
  const rest = line.length - end;
  const before = from > 0 ? "…" : "";
  return `${before}${line.slice(from, end)}${rest > 0 ? `… (${rest} more)` : ""}`;
}
