import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readEdits } from "../../../src/projections/transcript/edits.js";

const PATCH = "*** Begin Patch\n*** Update File: a.ts\n@@\n-one\n+two\n three\n*** End Patch";
const json = (value: object): string => JSON.stringify(value);

/** The lines of a call's edits as a diff has them. */
function diffOf(name: string | null, text: string): readonly string[] | null {
  const read = readEdits(name, text);
  return (
    read &&
    read.edits.flatMap(({ path, lines }) => [
      ...(path === null ? [] : [`path ${path}`]),
      ...lines.map((line) => `${line.sign}${line.text}`),
    ])
  );
}

describe("readEdits", () => {
  test.each([
    [
      "Claude Code's Edit",
      "Edit",
      json({ file_path: "a.ts", old_string: "x\none\ny", new_string: "x\ntwo\ny" }),
      ["path a.ts", " x", "-one", "+two", " y"],
    ],
    [
      "Claude Code's MultiEdit",
      "MultiEdit",
      json({
        file_path: "a.ts",
        edits: [
          { old_string: "one", new_string: "two" },
          { old_string: "", new_string: "three" },
        ],
      }),
      ["path a.ts", "-one", "+two", "path a.ts", "+three"],
    ],
    [
      "a new file",
      "Write",
      json({ file_path: "a.ts", content: "one\n\ntwo\n" }),
      ["path a.ts", "+one", "+", "+two"],
    ],
    [
      "pi's edit",
      "edit",
      json({ path: "a.ts", oldText: "one", newText: "two" }),
      ["path a.ts", "-one", "+two"],
    ],
    ["Codex's patch", "apply_patch", PATCH, PATCH.split("\n")],
    [
      "a patch in a shell's command",
      "shell",
      json({ command: ["bash", "-lc", `apply_patch <<'EOF'\n${PATCH}\nEOF`] }),
      ["apply_patch <<'EOF'", ...PATCH.split("\n"), "EOF"],
    ],
  ])("reads %s", (_what, name, text, lines) => {
    expect(diffOf(name, text)).toEqual(lines);
  });

  test.each([
    ["a shell's command", "shell", json({ command: ["ls"] })],
    ["what reads a file", "Read", json({ file_path: "a.ts" })],
    ["a list that holds something else", "MultiEdit", json({ file_path: "a.ts", edits: [1] })],
    ["arguments that are no JSON", "Edit", "{"],
  ])("%s is no edit", (_what, name, text) => {
    expect(readEdits(name, text)).toBeNull();
  });

  test("names the other arguments", () => {
    const call = { file_path: "a", old_string: "b", new_string: "c", replace_all: true };
    expect(readEdits("Edit", json(call))?.others).toEqual([["replace_all", "true"]]);
  });

  test("the lines that stay or go are the old text, those that stay or come the new one", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "", "  c"))
      .map((lines) => `${lines.join("\n")}\n`);
    fc.assert(
      fc.property(text, text, (from, to) => {
        const call = { path: "p", oldText: from, newText: to };
        const lines = readEdits("edit", json(call))?.edits[0]?.lines ?? [];
        const without = (sign: string) =>
          lines.filter((line) => line.sign !== sign).map((line) => `${line.text}\n`);
        expect(without("+").join("")).toBe(from);
        expect(without("-").join("")).toBe(to);
      }),
    );
  });

  test("a line feed that only one of the texts ends with is a difference", () => {
    const call = { path: "p", oldText: "a", newText: "a\n" };
    expect(diffOf("edit", json(call))).toEqual(["path p", " a", "+"]);
  });

  test("texts that differ in thousands of lines are shown one after the other", () => {
    const lines = (letter: string) => Array.from({ length: 5_000 }, (_, at) => `${letter}${at}`);
    const [old, fresh] = [lines("a"), lines("b")];
    const call = { path: "p", oldText: old.join("\n"), newText: fresh.join("\n") };
    const signs = readEdits("edit", json(call))?.edits[0]?.lines.map(({ sign }) => sign) ?? [];
    expect(signs.join("")).toBe("-".repeat(5_000) + "+".repeat(5_000));
  });
});
