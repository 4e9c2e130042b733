import { writePicture } from "./picture.js";
import type { Scenario } from "./scenario.js";
import { act, type Stage } from "./stage.js";

/** The window is nearly full, says the API. */
const FULL = { input: 249_000, output: 200 };
const CLAUDE_FULL = { input: 186_000, output: 200 };

/** A short turn with a call, a thought and words; each turn has its own. */
async function turn({ agent, script }: Stage, name: string): Promise<void> {
  const command = `echo ${name}`;
  script(act([{ do: "shell", command }], { reasoning: `On ${name}.` }), {
    text: `${name} is done.`,
  });
  await agent.prompt(`Please do ${name}.`);
}

async function turns(stage: Stage, ...names: readonly string[]): Promise<void> {
  for (const name of names) await turn(stage, name);
}

const fullUsage = ({ program }: Stage) => (program.family === "codex" ? FULL : CLAUDE_FULL);

/** Sessions that are resumed, compacted, taken back and forked. */
export const historyScenarios: readonly Scenario[] = [
  {
    name: "resume",
    play: async (stage) => {
      await turns(stage, "one", "two");
      await stage.agent.restart();
      await turns(stage, "three");
      await stage.agent.restart();
      await stage.agent.restart();
      await stage.agent.prompt("And now?");
    },
  },
  {
    name: "compaction-by-hand",
    play: async (stage) => {
      await turns(stage, "one", "two");
      await stage.agent.compact();
      await turns(stage, "three");
      await stage.agent.prompt("And now?");
    },
  },
  {
    name: "compaction-twice-and-resume",
    play: async (stage) => {
      await turns(stage, "one", "two");
      await stage.agent.compact();
      await stage.agent.restart();
      await turns(stage, "three");
      await stage.agent.compact();
      await turns(stage, "four");
      await stage.agent.restart();
      await stage.agent.prompt("And now?");
    },
  },
  {
    name: "images-and-outputs-compacted",
    play: async (stage) => {
      const { agent, script, workFolder } = stage;
      for (const [index, name] of ["one", "two", "three"].entries()) {
        const picture = writePicture(workFolder, `${name}.png`, 50 * index);
        script(
          act([{ do: "shell", command: `seq 1 400; echo ${name}` }], { reasoning: `On ${name}.` }),
          act([{ do: "view-image", path: `${name}.png` }]),
          { text: `${name} is seen.` },
        );
        await agent.prompt(`Count, and look at ${name}.`, { images: [picture] });
        await turn(stage, `the rest of ${name}`);
        await agent.compact();
      }
      await turns(stage, "four", "five");
      await agent.restart();
      await agent.prompt("And now?");
    },
  },
  {
    name: "compaction-automatic",
    play: async (stage) => {
      await turns(stage, "one");
      stage.script({ text: "Nearly full.", usage: fullUsage(stage) });
      await stage.agent.prompt("Fill it.");
      await turns(stage, "two");
      await stage.agent.prompt("And now?");
    },
  },
  {
    name: "compaction-in-turn",
    play: async (stage) => {
      await turns(stage, "one");
      const usage = fullUsage(stage);
      stage.script(act([{ do: "shell", command: "echo full" }], { text: "I look.", usage }));
      stage.script(act([{ do: "shell", command: "echo more" }]), { text: "Done after all." });
      await stage.agent.prompt("Fill it within the turn.");
      await stage.agent.prompt("And now?");
      await stage.agent.restart();
      await stage.agent.prompt("And after a restart?");
    },
  },
  {
    name: "rollback-one",
    play: async (stage) => {
      await turns(stage, "one", "two");
      await stage.agent.rollback(1);
      await turns(stage, "three");
      await stage.agent.prompt("And now?");
    },
  },
  {
    name: "rollback-several-and-resume",
    play: async (stage) => {
      await turns(stage, "one", "two", "three");
      await stage.agent.rollback(2);
      await turns(stage, "four");
      await stage.agent.restart();
      await stage.agent.prompt("And now?");
    },
  },
  {
    name: "rollback-then-resume-at-once",
    play: async (stage) => {
      await turns(stage, "one", "two");
      await stage.agent.rollback(1);
      await stage.agent.restart();
      await stage.agent.prompt("And now?");
    },
  },
  {
    name: "rollback-twice",
    play: async (stage) => {
      await turns(stage, "one", "two", "three");
      await stage.agent.rollback(1);
      await turns(stage, "four");
      await stage.agent.rollback(2);
      await stage.agent.prompt("And now?");
      await stage.agent.restart();
      await stage.agent.prompt("And after a restart?");
    },
  },
  {
    name: "rollback-all",
    play: async (stage) => {
      await turns(stage, "one", "two");
      await stage.agent.rollback(2);
      await turns(stage, "three");
      await stage.agent.restart();
      await stage.agent.prompt("And now?");
    },
  },
  {
    name: "rollback-across-compaction",
    play: async (stage) => {
      await turns(stage, "one", "two");
      await stage.agent.compact();
      await turns(stage, "three");
      // The compaction was a turn of its own.
      await stage.agent.rollback(stage.program.family === "codex" ? 2 : 1);
      await stage.agent.prompt("And now?");
      await stage.agent.restart();
      await stage.agent.prompt("And after a restart?");
    },
  },
  {
    name: "rollback-then-compaction",
    play: async (stage) => {
      await turns(stage, "one", "two");
      await stage.agent.rollback(1);
      await stage.agent.compact();
      await stage.agent.prompt("And now?");
    },
  },
  {
    name: "fork",
    play: async (stage) => {
      await turns(stage, "one", "two");
      await stage.agent.fork();
      await turns(stage, "three");
      await stage.agent.restart();
      await stage.agent.prompt("And now?");
    },
  },
  {
    name: "fork-of-a-fork",
    play: async (stage) => {
      await turns(stage, "one");
      await stage.agent.fork();
      await turns(stage, "two");
      await stage.agent.fork();
      await turns(stage, "three");
      await stage.agent.restart();
      await stage.agent.prompt("And now?");
    },
  },
  {
    name: "fork-earlier",
    play: async (stage) => {
      await turns(stage, "one", "two");
      await stage.agent.fork({ withoutTurns: 1 });
      await turns(stage, "three");
      await stage.agent.prompt("And now?");
    },
  },
  {
    name: "fork-after-compaction",
    play: async (stage) => {
      await turns(stage, "one", "two");
      await stage.agent.compact();
      await stage.agent.fork();
      await turns(stage, "three");
      await stage.agent.prompt("And now?");
    },
  },
  {
    name: "rollback-then-fork",
    play: async (stage) => {
      await turns(stage, "one", "two");
      await stage.agent.rollback(1);
      await turns(stage, "three");
      await stage.agent.fork();
      await turns(stage, "four");
      await stage.agent.restart();
      await stage.agent.prompt("And now?");
    },
  },
  {
    name: "fork-then-rollback-into-parent",
    play: async (stage) => {
      await turns(stage, "one", "two");
      await stage.agent.fork();
      await turns(stage, "three");
      await stage.agent.rollback(2);
      await stage.agent.prompt("And now?");
    },
  },
];
