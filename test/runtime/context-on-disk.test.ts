import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  discoverAgentsFiles,
  discoverSkills,
  mentionedSkills,
} from "../../src/runtime/fragments/context-on-disk.js";
import { openThread } from "../../src/runtime/open-thread.js";
import { memoryStore } from "../../src/store/memory.js";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "refold-disk-")));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

describe("AGENTS.md files", () => {
  test("are those from the git root down to the folder, nearest last", () => {
    mkdirSync(join(root, "repo/.git"), { recursive: true });
    write("AGENTS.md", "outside");
    write("repo/AGENTS.md", "root");
    write("repo/src/deep/AGENTS.md", "deep");
    const { files } = discoverAgentsFiles(join(root, "repo/src/deep"));
    expect(files.map(({ text }) => text)).toEqual(["root", "deep"]);
  });

  test("outside a repository are the folder's own alone", () => {
    write("AGENTS.md", "above");
    write("here/AGENTS.md", "here");
    expect(discoverAgentsFiles(join(root, "here")).files.map(({ text }) => text)).toEqual(["here"]);
  });

  test("are none of a folder that is not there, also where a file stands in its way", () => {
    write("plain.txt", "no folder");
    for (const cwd of ["gone", "plain.txt", "plain.txt/below"]) {
      expect(discoverAgentsFiles(join(root, cwd)).files).toEqual([]);
    }
  });

  test("that do not fit are cut between characters, the farthest first, and named", () => {
    mkdirSync(join(root, ".git"));
    write("AGENTS.md", "öööö");
    write("near/AGENTS.md", "12345");
    const { files, cut } = discoverAgentsFiles(join(root, "near"), 8);
    expect(files.map(({ text }) => text)).toEqual(["ö", "12345"]);
    expect(cut).toEqual([join(root, "AGENTS.md")]);
  });
});

describe("skills", () => {
  test("are mentioned in the order of their first mention, each once", () => {
    const skills = ["tides", "moons", "almanacs"].map((name) => ({
      ...{ name, description: name, path: `/skills/${name}/SKILL.md` },
    }));
    const mentions = fc.array(fc.constantFrom("tides", "moons", "almanacs", "nowhere"));
    const property = fc.property(mentions, (names) => {
      const text = names.map((name) => `use $${name}, please`).join("\n");
      const mentioned = mentionedSkills(text, skills).map(({ name }) => name);
      expect(mentioned).toEqual([...new Set(names)].filter((name) => name !== "nowhere"));
    });
    fc.assert(property);
  });

  test("are folders whose SKILL.md says name and description; others are refused with a reason", async () => {
    write("skills/b/SKILL.md", "---\nname: tides\ndescription: Reads almanacs.\n---\nHow to.");
    write("skills/a/SKILL.md", "---\nname: [1\n---\n");
    write("skills/c/SKILL.md", "no front matter");
    write("skills/d/SKILL.md", "---\nname: tides\ndescription: Again.\n---\n");
    const { skills, refused } = await discoverSkills([join(root, "skills"), join(root, "nowhere")]);
    expect(skills).toMatchObject([{ name: "tides", description: "Reads almanacs." }]);
    expect(refused.map(({ path }) => dirname(path).slice(-1))).toEqual(["a", "c", "d"]);
  });

  test("stand beside files that are none, and beside folders that cannot be used", async () => {
    write("skills/README.md", "what lies here");
    write("skills/a/SKILL.md", "---\nname: stars\ndescription: *foo\n---\n");
    write("skills/b/SKILL.md", "---\nname: tides\ndescription: Reads almanacs.\n---\n");
    const { skills, refused } = await discoverSkills([join(root, "skills")]);
    expect(skills.map(({ name }) => name)).toEqual(["tides"]);
    expect(refused.map(({ path }) => path)).toEqual([join(root, "skills/a/SKILL.md")]);
  });

  test("that are gone when a user mentions them are refused by their path", async () => {
    const skill = { name: "tides", description: "", path: join(root, "gone/SKILL.md") };
    const thread = await openThread({ store: memoryStore() });
    const turn = await thread.startTurn({ model: "m", skills: [skill] });
    await expect(turn.recordUserInput("use $tides")).rejects.toMatchObject({
      code: "file-not-found",
      details: { path: skill.path },
    });
  });

  test("that a user mentions are recorded in full in front of the words, for that turn", async () => {
    write(
      "skills/b/SKILL.md",
      "---\nname: tides\ndescription: Reads almanacs.\n---\nHow to read them.",
    );
    const { skills } = await discoverSkills([join(root, "skills")]);
    expect(mentionedSkills("use $tides and $tides, not $moons", skills)).toEqual(skills);
    const thread = await openThread({ store: memoryStore() });
    const turn = await thread.startTurn({ model: "m", skills });
    await turn.recordUserInput("Please use $tides.");
    const [skill, words] = thread.state.ledger.entries.toArray().slice(-2);
    expect(skill?.origin).toBe("runtime");
    expect(JSON.stringify(skill?.item)).toContain("How to read them.");
    expect(words?.origin).toBe("user");
  });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}
