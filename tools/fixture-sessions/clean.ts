import { initialContext, sessionMeta, SessionWriter, turnContext } from "./session-writer.js";

const cwd = "/home/orla/tide-clock";
const started = "2026-04-02T08:41:07.000Z";
const turns = [
  "019d4d4a-1f68-7c31-9a52-6b1f0c77e201",
  "019d4d4c-83b0-7e0a-8d14-2f9e55a0c302",
] as const;

/** Two turns: a clock that is an hour late is found out, then kept right by a test. */
export function cleanSession(): string {
  const session = new SessionWriter(started);
  session.line("session_meta", sessionMeta("019d4d4a-1b58-7aa3-b6c4-0d5e8f31a7c9", started, cwd));
  firstTurn(session.wait(1040));
  secondTurn(session.wait(95_000));
  return session.text;
}

function firstTurn(session: SessionWriter): void {
  session.event("task_started", taskStarted(turns[0]));
  initialContext(session, cwd);
  session.line("turn_context", turnContext(turns[0], cwd));
  session.user("Since Sunday the clock shows high water an hour late. Can you find out why?");
  session.event("token_count", { info: null, rate_limits: null }).wait(3200);
  session.thought(
    "**Looking where times are made**\n\nOn Sunday the clocks went forward. Somewhere a fixed offset must be added.",
  );
  session.shell(
    "call_Tq3mRk81",
    "rg -n 'offset|Hours' src",
    [
      "src/almanac.js:4:// The almanac gives times in UTC.",
      "src/almanac.js:12:export function localTime(utc, zone) {",
      "src/display.js:9:  const shown = new Date(highWater.getTime() + offsetHours() * 3_600_000);",
      "src/display.js:21:function offsetHours() {",
      "src/display.js:22:  return -new Date(2026, 0, 1).getTimezoneOffset() / 60 + (isSummer() ? 2 : 0);",
      "",
    ].join("\n"),
  );
  session.wait(400).tokens([5120, 4608, 214], [5120, 4608, 214]).wait(2600);
  session.answer(
    "`display.js` adds two hours in summer. It should be one. I will use the almanac's own conversion instead.",
    "commentary",
  );
  session.patch(
    "call_Vn7bYc20",
    [
      "*** Begin Patch",
      "*** Update File: src/display.js",
      "@@",
      "-  const shown = new Date(highWater.getTime() + offsetHours() * 3_600_000);",
      "+  const shown = localTime(highWater, zone);",
      "*** End Patch",
    ].join("\n"),
    "M src/display.js",
  );
  session.wait(1100).shell("call_Wd0sLe64", "npm test", "✔ 14 tests passed (0.6 s)\n");
  session.wait(300).tokens([5704, 5120, 301], [10824, 9728, 515]).wait(1900);
  const answer =
    "Fixed. The display added two hours in summer where one is due; it now asks the almanac for local time, which knows the rules of each zone. All 14 tests pass.";
  session.answer(answer);
  session.wait(60).tokens([6093, 5632, 88], [16917, 15360, 603]);
  session.event("task_complete", { turn_id: turns[0], last_agent_message: answer });
}

function secondTurn(session: SessionWriter): void {
  session.event("task_started", taskStarted(turns[1]));
  session.line("turn_context", turnContext(turns[1], cwd, { effort: "low" }));
  session.user("Lovely. Please add a test, so that October does not surprise us.");
  session
    .wait(2400)
    .patch(
      "call_Xp5tGh37",
      [
        "*** Begin Patch",
        "*** Update File: test/display.test.js",
        "@@",
        "+for (const [utc, shown] of [",
        '+  ["2026-10-25T00:30:00Z", "01:30"],',
        '+  ["2026-10-25T01:30:00Z", "01:30"],',
        "+]) {",
        "+  test(`high water at ${utc} is shown as ${shown}`, () => {",
        '+    assert.equal(display(utc, "Europe/Dublin"), shown);',
        "+  });",
        "+}",
        "*** End Patch",
      ].join("\n"),
      "M test/display.test.js",
    );
  session.wait(1000).shell("call_Yk2wJf95", "npm test", "✔ 16 tests passed (0.6 s)\n");
  session.wait(250).tokens([6611, 6144, 242], [23528, 21504, 845]).wait(1500);
  const answer =
    "Two tests more: half past midnight and half past one UTC on the night the clocks go back are both shown as 01:30, as they should be. 16 tests pass.";
  session.answer(answer);
  session.wait(50).tokens([6902, 6528, 71], [30430, 28032, 916]);
  session.event("task_complete", { turn_id: turns[1], last_agent_message: answer });
}

function taskStarted(turnId: string): object {
  return { turn_id: turnId, model_context_window: 258400, collaboration_mode_kind: "default" };
}
