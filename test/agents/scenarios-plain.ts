import type { Scenario } from "./scenario.js";
import { act, pause } from "./stage.js";
import { writePicture } from "./picture.js";

const numbers = (count: number): string =>
  `for i in $(seq 1 ${count}); do echo "line $i of the output"; done`;

/** Turns with tools of all kinds, and what comes back from them. */
export const plainScenarios: readonly Scenario[] = [
  {
    name: "plain-turns",
    play: async ({ agent, script, write }) => {
      write("notes.txt", "first line\nsecond line\n");
      script(
        act([{ do: "shell", command: "echo hello" }], { text: "I say hello." }),
        act([{ do: "add-file", path: "new.txt", text: "one\ntwo" }]),
        { text: "Said, and a file is written." },
        act([{ do: "read-file", path: "notes.txt" }]),
        { text: "It has two lines." },
      );
      await agent.prompt("Say hello and write a file.");
      await agent.prompt("What is in notes.txt?");
      await agent.prompt("Thank you.");
    },
  },
  {
    name: "reasoning",
    play: async ({ agent, script }) => {
      script(
        act([{ do: "shell", command: "date > /dev/null" }], { reasoning: "First I look around." }),
        { reasoning: "Now I know.", text: "All is well." },
        { reasoning: "A thought on a second turn.", text: "Still well." },
      );
      await agent.prompt("Think, then answer.");
      await agent.prompt("Think once more.");
      await agent.prompt("And now?");
    },
  },
  {
    name: "parallel-and-failed-calls",
    play: async ({ agent, script }) => {
      script(
        act([
          { do: "shell", command: "echo one" },
          { do: "shell", command: "echo two >&2; exit 3" },
          { do: "shell", command: "echo three" },
        ]),
        act([{ do: "unknown-tool" }], { text: "A tool that there is not." }),
        act([{ do: "shell", command: "true" }]),
        { text: "Done." },
      );
      await agent.prompt("Run three things at once.");
      await agent.prompt("And now?");
    },
  },
  {
    name: "failed-edit",
    play: async ({ agent, script, write }) => {
      write("taken.txt", "here already\n");
      script(
        act([{ do: "read-file", path: "no-such-file.txt" }]),
        act([{ do: "add-file", path: "taken.txt", text: "other" }]),
        { text: "Both were refused, perhaps." },
      );
      await agent.prompt("Read and write what cannot be.");
      await agent.prompt("And now?");
    },
  },
  ...[5, 40, 200].map((sizeKb): Scenario => ({
    name: `output-${sizeKb}-kb`,
    play: async ({ agent, script }) => {
      script(act([{ do: "shell", command: numbers(sizeKb * 42) }]), { text: "That was long." });
      await agent.prompt("Print much.");
      await agent.prompt("And now?");
      await agent.restart();
      await agent.prompt("And after a restart?");
    },
  })),
  {
    name: "output-of-other-letters",
    play: async ({ agent, script }) => {
      const command = "printf 'żółć 😀 漢字\\n%.0s' $(seq 1 1500); printf '\\033[31mred\\033[0m'";
      script(act([{ do: "shell", command }]), { text: "Read." });
      await agent.prompt("Print letters — “all” of them. 漢字 😀");
      await agent.prompt("And now?");
    },
  },
  {
    name: "empty-output",
    play: async ({ agent, script }) => {
      script(act([{ do: "shell", command: "true" }]), { text: "" }, { text: "  \n" });
      await agent.prompt("Do nothing.");
      await agent.prompt("Say a blank.");
      await agent.prompt("And now?");
    },
  },
  {
    name: "image-of-the-user",
    play: async ({ agent, workFolder }) => {
      await agent.prompt("What is this?", { images: [writePicture(workFolder, "a.png", 200)] });
      const two = [writePicture(workFolder, "b.png", 10), writePicture(workFolder, "c.png", 90)];
      await agent.prompt("And these two?", { images: two });
      await agent.restart();
      await agent.prompt("And now?");
    },
  },
  {
    name: "image-of-a-tool",
    play: async ({ agent, script, workFolder }) => {
      writePicture(workFolder, "seen.png", 120);
      script(act([{ do: "view-image", path: "seen.png" }]), { text: "It is grey." });
      await agent.prompt("Look at seen.png.");
      await agent.prompt("And now?");
      await agent.restart();
      await agent.prompt("And after a restart?");
    },
  },
  {
    name: "sub-agent",
    play: async ({ agent, program, script, scriptSubAgents }) => {
      if (["codex-0.146.0", "codex-0.169.0"].includes(program.name)) {
        script(act([{ do: "find-tool", query: "spawn sub-agents" }]));
      }
      script(act([{ do: "delegate", task: "Look at the folder and report." }]));
      if (program.family === "codex") script(act([{ do: "wait-for-agents" }]));
      script({ text: "It has." });
      scriptSubAgents(act([{ do: "shell", command: "ls" }]), { text: "I looked: it is empty." });
      await agent.prompt("Let another agent look.");
      await pause(1_000);
      await agent.prompt("And now?");
      await agent.restart();
      await agent.prompt("And after a restart?");
    },
  },
];
