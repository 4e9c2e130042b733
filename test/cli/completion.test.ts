import { spawnSync } from "node:child_process";
import { expect, describe, test } from "vitest";
import { COMMAND_NAMES } from "../../src/cli/catalogue.js";
import { callRefold } from "./run-refold.js";
import { folder, fresh, written } from "./written-files.js";

fresh("sub folder");
written("a session.jsonl", "");

/** What a shell completes the last of some words to. */
type Complete = (words: readonly string[]) => readonly string[];

const quoted = (word: string): string => `'${word}'`;

function runShell(shell: string, script: string): readonly string[] {
  const { stdout, stderr } = spawnSync(shell, ["-c", script], { cwd: folder, encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout.split("\n").filter((line) => line !== "");
}

const SHELLS: Readonly<Record<string, (script: string) => Complete>> = {
  bash: (script) => (words) => {
    const call = `COMP_WORDS=(${words.map(quoted).join(" ")}); COMP_CWORD=${words.length - 1}; _refold`;
    return runShell("bash", `source '${script}'; ${call}; printf '%s\\n' "\${COMPREPLY[@]}"`);
  },
  // The functions of zsh's completion system work within its line editor only.
  zsh: (script) => (words) => {
    const stubs = "compdef() :; _files() print -l *; _describe() print -l -- ${${(P)@[-1]}%%:*}";
    const place = `words=(${words.map(quoted).join(" ")}); CURRENT=${words.length}; PREFIX=${quoted(words.at(-1) ?? "")}`;
    return runShell("zsh", `${stubs}; source '${script}'; ${place}; _refold`);
  },
  fish: (script) => (words) => {
    const line = words.map((word) => word.replaceAll(" ", "\\ ")).join(" ");
    const found = runShell("fish", `source '${script}'; complete -C ${quoted(line)}`);
    return found.map((entry) => entry.split("\t")[0] ?? "");
  },
};

for (const [shell, completer] of Object.entries(SHELLS)) {
  const isThere = spawnSync(shell, ["-c", "true"]).status === 0;
  describe.skipIf(!isThere)(shell, () => {
    const complete = async (...words: readonly string[]): Promise<readonly string[]> => {
      const { code, stdout, stderr } = await callRefold(["completion", shell]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      return completer(written(`completion.${shell}`, stdout))(["refold", ...words]);
    };

    test("all commands are completed, and those of a command", async () => {
      expect(await complete("")).toEqual(expect.arrayContaining([...COMMAND_NAMES, "help"]));
      expect(await complete("experiment", "")).toEqual(expect.arrayContaining(["run", "show"]));
      expect(await complete("completion", "")).toEqual(
        ["bash", "zsh", "fish"].toSorted(sameAs(shell)),
      );
    });

    test("a command's own options are completed", async () => {
      expect(await complete("log", "--")).toEqual(
        expect.arrayContaining(["--from", "--follow", "--json", "--no-pager", "--help"]),
      );
      expect(await complete("experiment", "show", "--")).toContain("--html");
      expect(await complete("show", "x", "--")).not.toContain("--html");
    });

    test("values are completed: choices, files, folders; and the arguments that are files", async () => {
      const formats = await complete("transcript", "x", "--format", "");
      expect(formats).toEqual(expect.arrayContaining(["text", "md", "html", "json"]));
      const files = (await complete("replay", "")).join("\n");
      expect(files).toMatch(/a\\? session\.jsonl/);
      expect((await complete("search", "words", "")).join("\n")).toContain("session");
      const folders = (await complete("list", "--cwd", "")).join("\n");
      expect(folders).toMatch(/sub\\? folder/);
      expect((await complete("log", "x", "--from", "")).join("\n")).not.toContain("session");
    });
  });
}

/** Fish sorts what it completes; the others keep the order. */
function sameAs(shell: string): (one: string, other: string) => number {
  const order = ["bash", "zsh", "fish"];
  return (one, other) =>
    shell === "fish" ? one.localeCompare(other) : order.indexOf(one) - order.indexOf(other);
}

test("another shell is refused with those that there are", async () => {
  const { code, stderr } = await callRefold(["completion", "tcsh"]);
  expect(code).toBe(2);
  expect(stderr).toContain("bash, zsh, fish");
});
