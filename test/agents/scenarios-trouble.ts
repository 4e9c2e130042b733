import { join } from "node:path";
import { mkdirSync } from "node:fs";
import type { Scenario } from "./scenario.js";
import { act, pause } from "./stage.js";
import { writePicture } from "./picture.js";

/** Failures, interruptions, words at the wrong moment, and settings that change. */
export const troubleScenarios: readonly Scenario[] = [
  {
    name: "error-then-retry",
    play: async ({ agent, script }) => {
      script(act([{ do: "shell", command: "echo one" }]), { fault: 500 }, { text: "At last." });
      await agent.prompt("Try.");
      await agent.prompt("And now?");
    },
  },
  {
    name: "error-ends-turn",
    play: async ({ agent, script }) => {
      script({ text: "Fine." }, { fault: 400 });
      await agent.prompt("First.");
      await agent.prompt("This one is refused.");
      await agent.prompt("And now?");
    },
  },
  {
    name: "dropped-stream",
    play: async ({ agent, script }) => {
      const cut = { text: "A half answer that", fault: "dropped" as const };
      script(act([{ do: "shell", command: "echo one" }]), cut, { text: "Whole." });
      await agent.prompt("Go on.");
      await agent.prompt("And now?");
    },
  },
  {
    name: "context-too-long",
    play: async ({ agent, script }) => {
      script({ text: "Fine." }, { fault: "too-long" });
      await agent.prompt("First.");
      await agent.prompt("Too long.");
      await agent.prompt("And now?");
    },
  },
  {
    name: "interrupted-answer",
    play: async ({ agent, script, requests }) => {
      script({ text: "Fine." }, { text: "I begin to tell a long", fault: "stalled" });
      await agent.prompt("First.");
      await agent.begin("Tell.");
      await requests(2);
      await pause(500);
      await agent.interrupt();
      await agent.prompt("And now?");
    },
  },
  {
    name: "interrupted-tool",
    play: async ({ agent, script, requests }) => {
      script(
        act([{ do: "shell", command: "echo begun; timeout 30 tail -f /dev/null" }], {
          text: "I wait.",
        }),
      );
      await agent.begin("Wait long.");
      await requests(1);
      await pause(1_500);
      await agent.interrupt();
      await agent.prompt("And now?");
      await agent.restart();
      await agent.prompt("And after a restart?");
    },
  },
  {
    name: "killed-in-answer",
    play: async ({ agent, script, requests }) => {
      script({ text: "Fine." }, { text: "I begin to", fault: "stalled" });
      await agent.prompt("First.");
      await agent.begin("Second.");
      await requests(2);
      await pause(400);
      await agent.kill();
      await agent.prompt("And now?");
    },
  },
  {
    name: "killed-in-tool",
    play: async ({ agent, script, requests }) => {
      script(
        { text: "Fine." },
        act([
          { do: "shell", command: "echo quick" },
          { do: "shell", command: "timeout 30 tail -f /dev/null" },
        ]),
      );
      await agent.prompt("First.");
      await agent.begin("Second.");
      await requests(2);
      await pause(1_500);
      await agent.kill();
      await agent.prompt("And now?");
    },
  },
  {
    name: "typed-while-it-works",
    play: async ({ agent, script, requests, workFolder }) => {
      const picture = writePicture(workFolder, "late.png", 60);
      script(
        act([{ do: "shell", command: "sleep 2" }], { text: "A moment." }),
        act([{ do: "shell", command: "sleep 2" }]),
        { text: "Both things are done." },
      );
      await agent.begin("Work a little.");
      await requests(1);
      await pause(400);
      await agent.steer("And mind the cat.");
      await requests(2);
      await pause(400);
      await agent.steer("This is the cat.", { images: [picture] });
      await agent.settle();
      await agent.prompt("And now?");
      await agent.restart();
      await agent.prompt("And after a restart?");
    },
  },
  {
    name: "model-changed",
    play: async ({ agent, script, program }) => {
      script({ reasoning: "By the first model.", text: "Fine." });
      await agent.prompt("First.");
      await agent.prompt("Second.", { model: program.models[1] });
      await agent.prompt("And now?");
    },
  },
  {
    name: "model-unknown",
    play: async ({ agent, script }) => {
      await agent.prompt("First.", { model: "made-up-1" });
      const command = "for i in $(seq 1 1800); do echo line $i of the output; done";
      script(act([{ do: "shell", command }]), { text: "Long." });
      await agent.prompt("Second.");
      await agent.prompt("And now?");
    },
  },
  {
    name: "effort-changed",
    play: async ({ agent, script }) => {
      script({ reasoning: "Thought.", text: "Fine." });
      await agent.prompt("First.");
      await agent.prompt("Second.", { effort: "high" });
      await agent.prompt("And now?");
    },
  },
  {
    name: "folder-changed",
    play: async ({ agent, workFolder }) => {
      const folder = join(workFolder, "inner");
      mkdirSync(folder);
      await agent.prompt("First.");
      await agent.prompt("Second.", { folder });
      await agent.prompt("And now?");
    },
  },
  {
    name: "sandbox-and-approval-changed",
    play: async ({ agent }) => {
      await agent.prompt("First.");
      await agent.prompt("Second.", { sandbox: "read-only" });
      await agent.prompt("Third.", { approval: "on-request" });
      await agent.prompt("And now?", { sandbox: "full-access", approval: "never" });
    },
  },
  {
    name: "instructions-file-changed",
    files: { "AGENTS.md": "Always be brief.\n", "CLAUDE.md": "Always be brief.\n" },
    play: async ({ agent, write, program }) => {
      const name = program.family === "claude-code" ? "CLAUDE.md" : "AGENTS.md";
      await agent.prompt("First.");
      write(name, "Always be long.\n");
      await agent.prompt("Second.");
      await agent.restart();
      await agent.prompt("And after a restart?");
    },
  },
];
