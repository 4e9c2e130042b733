import { initialContext, sessionMeta, SessionWriter, turnContext } from "./session-writer.js";

const cwd = "/home/orla/tide-clock";
const started = "2026-04-09T18:02:11.000Z";
const SUMMARY =
  "Another language model started to solve this problem and produced a summary of its thinking process. You also have access to the state of the tools that were used by that language model. Use this to build on the work that has already been done and avoid duplicating work. Here is the summary produced by the other language model, use the information in this summary to assist with your own analysis:\n" +
  "The clock reads its almanac from `data/cork.json` and is right again. Left to do: a second harbour.";
const FIRST = "The almanac for Cork has gaps in May. Which days are missing?";

/** Six turns: tools, a long output, a compaction, a turn that is taken back, one that is cut short. */
export function turnsSession(): string {
  const session = new SessionWriter(started);
  session.line("session_meta", sessionMeta("019d727a-3d9f-7a10-b2c4-55aa1e7f0d01", started, cwd));
  gaps(session.wait(900));
  fill(session.wait(61_000));
  compact(session.wait(30_000));
  takenBack(session.wait(45_000));
  cutShort(session.wait(20_000));
  last(session.wait(15_000));
  return session.text;
}

function gaps(session: SessionWriter): void {
  begin(session, 1);
  initialContext(session, cwd);
  session.line("turn_context", turnContext(turnId(1), cwd)).user(FIRST);
  const days = Array.from(
    { length: 31 },
    (_, index) => `2026-05-${String(index + 1).padStart(2, "0")}`,
  );
  const listing = days.map(
    (day) => `${day} high 0${day.length % 9}:14 4.1 m, 1${day.length % 9}:02 3.9 m`,
  );
  session
    .wait(2000)
    .shell("call_A1", "node list.js cork 2026-05", `${listing.join("\n")}\n`.repeat(14));
  session.tokens([7100, 5120, 180], [7100, 5120, 180]).wait(1500);
  end(session, 1, "The 3rd, the 17th and the 18th are missing.");
}

function fill(session: SessionWriter): void {
  begin(session, 2);
  session.line("turn_context", turnContext(turnId(2), cwd));
  session.user("Fill them in from the neighbours, and say in the file that you did.");
  session
    .wait(1800)
    .patch(
      "call_B1",
      "*** Begin Patch\n*** Update File: data/cork.json\n*** End Patch",
      "M data/cork.json",
    );
  session.wait(500).shell("call_B2", "npm test", "✔ 18 tests passed (0.7 s)\n");
  session.tokens([9300, 7168, 220], [16400, 12288, 400]).wait(900);
  end(session, 2, "Done: three days, each marked `interpolated`.");
}

/** Before the next turn the history gave way to a summary. */
function compact(session: SessionWriter): void {
  begin(session, 3);
  const message = (text: string): object => ({
    type: "message",
    role: "user",
    content: [{ type: "input_text", text }],
  });
  session.line("compacted", {
    message: SUMMARY,
    replacement_history: [
      message(FIRST),
      message("Fill them in from the neighbours, and say in the file that you did."),
      message(SUMMARY),
    ],
  });
  initialContext(session, cwd);
  session
    .line("turn_context", turnContext(turnId(3), cwd))
    .user("Now add Galway, with the same care.");
  session.wait(2500).shell("call_C1", "ls data", "cork.json\n");
  session.tokens([3900, 2048, 90], [20_300, 14_336, 490]).wait(700);
  end(session, 3, "Galway is in `data/galway.json`; no day is missing there.");
}

function takenBack(session: SessionWriter): void {
  begin(session, 4);
  session.line("turn_context", turnContext(turnId(4), cwd, { model: "gpt-5.4-mini" }));
  session.user("Delete the old almanac format.");
  session.wait(1500).shell("call_D1", "rm data/*.old", "");
  session.tokens([4300, 3072, 60], [24_600, 17_408, 550]);
  end(session, 4, "Gone.");
  session.wait(8000).event("thread_rolled_back", { num_turns: 1 });
}

function cutShort(session: SessionWriter): void {
  begin(session, 5);
  session
    .line("turn_context", turnContext(turnId(5), cwd))
    .user("Draw the tides of Galway as a chart.");
  session.wait(2200).item({
    type: "function_call",
    name: "exec_command",
    arguments: '{"cmd":"node draw.js"}',
    call_id: "call_E1",
  });
  session.wait(9000).message("user", "<turn_aborted>\nThe user stopped the turn.\n</turn_aborted>");
  session.event("turn_aborted", { turn_id: turnId(5), reason: "interrupted" });
}

function last(session: SessionWriter): void {
  begin(session, 6);
  session.line("turn_context", turnContext(turnId(6), cwd, { effort: "low" }));
  session.user("As text will do. One line an hour.");
  session
    .wait(2000)
    .shell("call_F1", "node draw.js --text", "00 ▂▂▂▂\n06 ▂▂▂▂▂▂▂▂▂▂\n12 ▂▂▂\n18 ▂▂▂▂▂▂▂▂▂\n");
  session.tokens([5100, 4096, 140], [29_700, 21_504, 690]).wait(600);
  end(session, 6, "High at six and at eighteen, as it should be on the 9th.");
}

function begin(session: SessionWriter, turn: number): void {
  session.event("task_started", { turn_id: turnId(turn), model_context_window: 258400 });
}

function end(session: SessionWriter, turn: number, answer: string): void {
  session.answer(answer);
  session.event("task_complete", { turn_id: turnId(turn), last_agent_message: answer });
}

function turnId(turn: number): string {
  return `019d727a-4000-7000-8000-00000000000${turn}`;
}
