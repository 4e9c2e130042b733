import { createColors } from "picocolors";
import stringWidth from "string-width";
import { expect, test } from "vitest";
import { guard, type Output } from "../../../src/cli/output/output.js";
import { type Detail, showTurns, turnLines } from "../../../src/cli/replay/show-text.js";
import { headerLines, summaryLines } from "../../../src/cli/replay/summary-lines.js";
import { surveySession } from "../../../src/sessions/survey.js";
import { utcTimes } from "../../../src/projections/figures.js";
import type { Fact } from "../../../src/events/event.js";
import {
  answered,
  called,
  compacted,
  rolledBack,
  said,
  sampleEvents,
  sampleSource,
  started,
  turnCompleted,
  turnStarted,
  used,
} from "./sample-session.js";

function gathered(colored = false) {
  const lines: string[] = [];
  const output: Output = {
    columns: 80,
    styles: createColors(colored),
    times: utcTimes,
    text: (text) => {
      const all = typeof text === "string" ? [text] : [...text];
      lines.push(...guard(all.join("\n"), { styles: colored }).split("\n"));
    },
    json: (value) => void lines.push(JSON.stringify(value)),
    keepUp: () => Promise.resolve(),
    flush: () => Promise.resolve(),
    page: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  return { output, lines };
}

async function shown(facts: readonly Fact[], detail: Detail = "happenings") {
  const source = sampleSource(sampleEvents(facts));
  const outline = await surveySession(source);
  const { output, lines } = gathered();
  for (const line of headerLines(outline, "sample.jsonl", output)) output.text(line);
  await showTurns({ source }, outline, { output, detail });
  for (const line of summaryLines(outline, output)) output.text(line);
  for (const turn of outline.turns) output.text(turnLines(turn, output));
  return lines;
}

const HOSTILE = "\x1b]52;c;aGk=\x07 \x1b]8;;http://x\x07link \x9b31m \u202egnp.exe \x1b[2J";

const session: readonly Fact[] = [
  started,
  turnStarted("model-a"),
  said("user", "Make the tide clock an hour earlier."),
  called("shell", { command: ["bash", "-lc", "ls -la src"] }, "c1"),
  answered("total 3\na.ts\nb.ts\nc.ts\nd.ts\n", "c1"),
  said("assistant", "Done.\n\nIt is an hour earlier now."),
  used(1200, 80),
  turnCompleted,
  turnStarted("model-a"),
  said("user", "Undo that."),
  rolledBack(7, 1),
  turnStarted("model-b"),
  compacted("The clock was changed."),
  said("user", "Go on."),
];

test("a session is shown turn by turn, with tools, tokens, compactions and rollbacks", async () => {
  expect((await shown(session)).join("\n")).toMatchSnapshot();
});

test("a turn took as long as its end says, else as long as its events", async () => {
  const took = async (durationMs: number | null) => {
    const end: Fact = { type: "turn.completed", data: { reason: null, durationMs } };
    const lines = await shown([started, turnStarted("m"), said("user", "Hi."), end]);
    return lines.find((line) => line.startsWith("turn 1 "));
  };
  expect(await took(754_000)).toContain(" · 12 min 34 s · ");
  expect(await took(null)).toMatch(/ · \d+ m?s · /);
  expect(await took(null)).not.toContain("12 min 34 s");
});

test("what is said to a running turn is shown below it, unless it was rolled back", async () => {
  const lines = await shown([
    ...[started, turnStarted("m"), said("user", "Begin."), said("assistant", "So.")],
    ...[said("user", "Hurry."), said("user", "Stop."), rolledBack(4, 1)],
  ]);
  expect(lines.slice(-2)).toEqual([
    expect.stringMatching(/^ +1 +#1 .* Begin\.$/),
    expect.stringMatching(/^ +#4 +↳ Hurry\.$/),
  ]);
});

test("an event of an own type is shown with its data", async () => {
  const own = { type: "parcel.sent", data: { by: "bike\x1b[31m", parcels: [1, 2] } };
  const events = sampleEvents([started, turnStarted("m")]);
  const source = sampleSource(
    events.map((event) => (event.offset === 1 ? { ...event, ...own } : event)),
  );
  const outline = await surveySession(source);
  const { output, lines } = gathered();
  await showTurns({ source }, outline, { output, detail: "happenings" });
  expect(lines).toEqual(["     #1 event     parcel.sent  by: bike, parcels: [1,2]"]);
});

test("every item is shown with its offset", async () => {
  expect((await shown(session, "items")).join("\n")).toMatchSnapshot();
});

test("no line is wider than 80 columns, and nothing of the session drives the terminal", async () => {
  const long = `${"字".repeat(300)} ${HOSTILE} ${"x".repeat(300)}`;
  const lines = await shown([
    { ...started, data: { ...started.data, cwd: long, title: long } },
    { type: "turn.started", data: { envelope: { model: `m ${HOSTILE}` } } },
    said("user", long),
    called(`tool ${HOSTILE}`, { path: long }, "c1"),
    answered(long, "c1"),
    { type: "turn.aborted", data: { reason: HOSTILE, durationMs: null } },
    { type: "notice.logged", data: { level: "warning", kind: "x", message: long } },
    compacted(long),
  ]);
  for (const line of lines) {
    expect(stringWidth(line)).toBeLessThanOrEqual(80);
    // eslint-disable-next-line no-control-regex -- controls are what it looks for
    expect(line).not.toMatch(/[\0-\x1f\x7f-\x9f\u202a-\u202e]/);
  }
});
