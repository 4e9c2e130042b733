import { writeFileSync } from "node:fs";
import type { Sandbox } from "./sandbox.js";

const BASE = "name: golden\nbase: fixtures/turns.jsonl\nbeforeTurn: 2\n";

const VARIANTS = `variants:
  bytes: { truncation: { mode: bytes, limit: 2000 } }
  cleared: { compaction: { strategy: clear-outputs, keepOutputs: 0 } }
  summary: { compaction: { strategy: summary } }
  window: { compaction: { strategy: sliding-window, compactAt: 1500, target: 800 } }
  brief: { instructions: Be brief. }
  model: { model: claude-sonnet-4-5, provider: anthropic }
  facts: { facts: { cwd: /tmp, effort: high } }
  items: { items: [{ change: 5, text: Something else. }, { addAfter: 5, text: More. }] }
  fragments: { fragments: [{ kind: note, role: user, text: Remember the tides. }] }
`;

const WRONG_PLANS = [
  "",
  "variants: [",
  `${BASE}mode: project\nvariants: {}\n`,
  `${BASE}mode: projekt\n${VARIANTS}`,
  `${BASE}mode: project\nvariants:\n  a: { instuctions: Be brief. }\n`,
  `${BASE}mode: project\nvariants:\n  a: { facts: { cwdd: /tmp } }\n`,
  `${BASE}mode: project\nvariants:\n  a: { truncation: { mode: words, limit: -1 } }\n`,
  `${BASE}mode: run\n${VARIANTS}`,
  `${BASE}mode: run\nclients: { opnai: {} }\n${VARIANTS}`,
  `name: x\nbase: fixtures/none.jsonl\nmode: project\n${VARIANTS}`,
  `name: x\nbase: fixtures/turns.jsonl\nat: 4000\nmode: project\n${VARIANTS}`,
  `${BASE}at: 4\nmode: project\n${VARIANTS}`,
];

/** Plans that ask nobody, and plans that are wrong. */
export async function experimentCases(sandbox: Sandbox): Promise<void> {
  const { step } = sandbox;
  for (const mode of ["project", "replay"]) {
    const plan = `${mode}.yaml`;
    writeFileSync(plan, `${BASE}mode: ${mode}\n${VARIANTS}`);
    await step(`show ${mode} before it ran`, ["experiment", "show", plan]);
    await step(`run ${mode}`, ["experiment", "run", plan, "--jobs", "1"]);
    await step(`run ${mode} again`, ["experiment", "run", plan, "--jobs", "1"]);
    await step(`run ${mode} --resume`, ["experiment", "run", plan, "--resume"]);
    await step(`show ${mode}`, ["experiment", "show", plan]);
    await step(`show ${mode} --json`, ["experiment", "show", plan, "--json"]);
    await step(`show ${mode} --html`, ["experiment", "show", plan, "--html", `${mode}.html`]);
    await step(`show ${mode} --html again`, ["experiment", "show", plan, "--html", `${mode}.html`]);
    sandbox.files(`${mode}.html`, `${mode}.html`);
  }
  await step("list", ["list"]);
  const names = WRONG_PLANS.map((text, i) => {
    writeFileSync(`wrong-${i}.yaml`, text);
    return `wrong-${i}.yaml`;
  });
  await step(
    "wrong plans",
    ["experiment", "run", "none.yaml"],
    ["experiment", "run", "project.yaml", "--mode", "none"],
    ["experiment", "run", "project.yaml", "--jobs", "0"],
    ...names.map((name) => ["experiment", "run", name]),
  );
}
