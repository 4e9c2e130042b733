import { deflateSync, crc32 } from "node:zlib";
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

/** A PNG of one colour, 8 bits a channel. */
function picture(width: number, height: number, colour: readonly number[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.from([0, ...Array.from({ length: width }, () => colour).flat()]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const end = chunk("IEND", Buffer.alloc(0));
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", pixels), end]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
