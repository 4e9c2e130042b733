import type { JsonObject } from "../../events/primitives.js";
import { textAt } from "../text-at.js";
import { messageOf } from "../tree/read-item.js";
import { FramedText } from "./frames.js";
import type { ReadItems } from "./read-content.js";

/** A command that the user ran, in the words in which pi shows it to the model. */
export function readBashExecution(message: JsonObject): ReadItems {
  const text = new FramedText().add("Ran `");
  text.member(["message", "command"], textAt(message, "command") ?? "").add("`\n");
  const output = textAt(message, "output") ?? "";
  if (output === "") text.add("(no output)");
  else text.add("```\n").member(["message", "output"], output).add("\n```");
  return { items: [messageOf("user", [text.add(endingOf(message)).part])], unread: [] };
}

function endingOf(message: JsonObject): string {
  const { cancelled, exitCode, truncated } = message;
  const path = textAt(message, "fullOutputPath") ?? "";
  const hasFailed = typeof exitCode === "number" && exitCode !== 0;
  const end = hasFailed ? `\n\nCommand exited with code ${exitCode}` : "";
  const rest = path === "" ? "" : `\n\n[Output truncated. Full output: ${path}]`;
  return (cancelled === true ? "\n\n(command cancelled)" : end) + (truncated === true ? rest : "");
}
