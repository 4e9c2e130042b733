import { picture } from "./picture.js";
import { initialContext, sessionMeta, SessionWriter, turnContext } from "./session-writer.js";

const cwd = "/home/orla/tide-clock";
const started = "2026-04-11T07:30:00.000Z";
const turnId = "019d7a8a-2000-7000-8000-000000000001";

/** A picture from the user, the same one again in full detail, and one that a tool gave. */
export function imagesSession(): string {
  const session = new SessionWriter(started);
  session.line("session_meta", sessionMeta("019d7a8a-1c40-7bb1-9d3e-0c4f5a6b7c8d", started, cwd));
  session.event("task_started", { turn_id: turnId, model_context_window: 258400 });
  initialContext(session, cwd);
  session.line("turn_context", turnContext(turnId, cwd));
  const dial = dataUrl(picture(64, 48, [20, 90, 160]));
  session.item({
    type: "message",
    role: "user",
    content: [
      { type: "input_text", text: "<image name=dial.png>" },
      { type: "input_image", image_url: dial, detail: "high" },
      { type: "input_text", text: "</image>" },
      { type: "input_text", text: "Is this blue readable on the grey?" },
    ],
  });
  session.event("user_message", { message: "Is this blue readable on the grey?", images: [dial] });
  session.wait(1500).item({
    type: "function_call",
    name: "view_image",
    arguments: '{"path":"screenshot.png"}',
    call_id: "call_V1",
  });
  session.wait(300).item({
    type: "function_call_output",
    call_id: "call_V1",
    output: [
      { type: "input_text", text: "screenshot.png, 96 × 64" },
      {
        type: "input_image",
        image_url: dataUrl(picture(96, 64, [128, 128, 128])),
        detail: "original",
      },
      { type: "input_image", image_url: dial, detail: "original" },
    ],
  });
  session.tokens([8200, 4096, 150], [8200, 4096, 150]).wait(1200);
  const answer = "Just so: the contrast is 4.6 to 1. A darker blue would be kinder to tired eyes.";
  session.answer(answer).event("task_complete", { turn_id: turnId, last_agent_message: answer });
  return session.text;
}

function dataUrl(png: Buffer): string {
  return `data:image/png;base64,${png.toString("base64")}`;
}
