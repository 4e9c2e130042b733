import { spawnSync } from "node:child_process";
import { expect, describe, test } from "vitest";
import { COMMAND_NAMES } from "../../src/cli/catalogue.js";
import { callRefold } from "./run-refold.js";
import { folder, fresh, written } from "./written-files.js";

fresh("sub folder");
written("a session.jsonl", "");

/** What a shell completes the last word of each of some lines to. */
type Complete = (lines: readonly (readonly string[])[]) => readonly (readonly string[])[];

const quoted = (word: string): string => `'${word}'`;

/** One process for all lines: to read the script takes most of the time. */
function runShell(shell: string, script: string, calls: readonly string[]) {
  const whole = [script, ...calls.map((call) => `${call}; echo '=='`)].join("\n");
  const { stdout, stderr } = spawnSync(shell, ["-c", whole], { cwd: folder, encoding: "utf8" });
  expect(stderr).toBe("");
  const found = stdout.split("==\n").slice(0, -1);
  return found.map((lines) => lines.split("\n").filter((line) => line !== ""));
}

const SHELLS: Readonly<Record<string, (script: string) => Complete>> = {
  bash: (script) => (lines) => {
    const calls = lines.map((words) => {
      const call = `COMP_WORDS=(${words.map(quoted).join(" ")}); COMP_CWORD=${words.length - 1}; _refold`;
      return `COMPREPLY=(); ${call}; printf '%s\\n' "\${COMPREPLY[@]}"`;
    });
    return runShell("bash", `source '${script}'`, calls);
  },
  // The functions of zsh's completion system work within its line editor only.
  zsh: (script) => (lines) => {
    const stubs = "compdef() :; _files() print -l *; _describe() print -l -- ${${(P)@[-1]}%%:*}";
    const calls = lines.map((words) => {
      const place = `words=(${words.map(quoted).join(" ")}); CURRENT=${words.length}; PREFIX=${quoted(words.at(-1) ?? "")}`;
      return `${place}; _refold`;
    });
    return runShell("zsh", `${stubs}; source '${script}'`, calls);
  },
  fish: (script) => (lines) => {
    const calls = lines.map(
      (words) =>
        `complete -C ${quoted(words.map((word) => word.replaceAll(" ", "\\ ")).join(" "))}`,
    );
    const found = runShell("fish", `source '${script}'`, calls);
    return found.map((entries) => entries.map((entry) => entry.split("\t")[0] ?? ""));
  },
};

for (const [shell, completer] of Object.entries(SHELLS)) {
  const isThere = spawnSync(shell, ["-c", "true"]).status === 0;
  describe.skipIf(!isThere)(shell, () => {
    /** For each of some lines, the last of its words. */
    const complete = async (
      ...lines: readonly (readonly string[])[]
    ): Promise<readonly (readonly string[])[]> => {
      const { code, stdout, stderr } = await callRefold(["completion", shell]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      const script = written(`completion.${shell}`, stdout);
      return completer(script)(lines.map((words) => ["refold", ...words]));
    };

    test("all commands are completed, and those of a command", async () => {
      const [commands, ofExperiment, shells] = await complete(
        [""],
        ["experiment", ""],
        ["completion", ""],
      );
      expect(commands).toEqual(expect.arrayContaining([...COMMAND_NAMES, "help"]));
      expect(ofExperiment).toEqual(expect.arrayContaining(["run", "show"]));
      expect(shells).toEqual(["bash", "zsh", "fish"].toSorted(sameAs(shell)));
    });

    test("a command's own options are completed", async () => {
      const [ofLog, ofExperimentShow, ofShow] = await complete(
        ["log", "--"],
        ["experiment", "show", "--"],
        ["show", "x", "--"],
      );
      expect(ofLog).toEqual(
        expect.arrayContaining(["--from", "--follow", "--json", "--no-pager", "--help"]),
      );
      expect(ofExperimentShow).toContain("--html");
      expect(ofShow).toContain("--json");
      expect(ofShow).not.toContain("--html");
    });

    test("values are completed: choices, files, folders; and the arguments that are files", async () => {
      const [formats, sessions, searched, folders, offsets] = await complete(
        ["transcript", "x", "--format", ""],
        ["replay", ""],
        ["search", "words", ""],
        ["list", "--cwd", ""],
        ["log", "x", "--from", ""],
      );
      expect(formats).toEqual(expect.arrayContaining(["text", "md", "html", "json"]));
      expect(sessions?.join("\n")).toMatch(/a\\? session\.jsonl/);
      expect(searched?.join("\n")).toContain("session");
      expect(folders?.join("\n")).toMatch(/sub\\? folder/);
      expect(offsets?.join("\n")).not.toContain("session");
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
