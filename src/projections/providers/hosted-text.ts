import type { InputImage } from "../../events/item.js";
import type { RequestContext } from "./request-context.js";
import { isRecord } from "./request-context.js";
import type { HostedUnit, MessageUnit } from "./units.js";

/** What another provider gets in place of a call that OpenAI ran by itself. */
interface HostedText {
  /** Said by the model. */
  readonly text: string;
  /** Shown by the user, directly behind. */
  readonly image: InputImage | null;
}

/** The text for a hosted call; null: there is nothing to say, and it is left out. */
function hostedText(context: RequestContext, { item, ref }: HostedUnit): HostedText | null {
  switch (item.type) {
    case "web_search_call": {
      const text = webSearchText(item.action);
      if (text === null) {
        context.repair("left-out", ref, "a web search that says nothing of itself");
      } else context.repair("turned-into-text", ref, "a web search that another provider ran");
      return text === null ? null : { text, image: null };
    }
    case "image_generation_call": {
      context.repair("turned-into-text", ref, "an image that another provider's tool generated");
      const prompt = item.revised_prompt ?? "";
      const text = `[generated an image${prompt === "" ? "" : `: ${prompt}`}]`;
      return { text, image: item.result === "" ? null : generatedImage(item.result) };
    }
    case "compaction":
    case "compaction_summary":
      context.repair("left-out", ref, "a compaction that only OpenAI can read");
      return null;
    case "other":
      context.repair("left-out", ref, "an item of a kind that has no meaning here");
      return null;
  }
}

/** Units in which generated images stand as a user's message behind the model's text. */
export function withHostedText(context: RequestContext, unit: HostedUnit): readonly MessageUnit[] {
  const hosted = hostedText(context, unit);
  if (hosted === null) return [];
  const { ref } = unit;
  const said: MessageUnit = {
    kind: "message",
    ref,
    role: "assistant",
    parts: [{ type: "output_text", text: hosted.text }],
    phase: null,
  };
  if (hosted.image === null) return [said];
  const label = { type: "input_text" as const, text: "[the generated image]" };
  return [said, { kind: "message", ref, role: "user", parts: [label, hosted.image], phase: null }];
}

function generatedImage(result: string): InputImage {
  const isUrl = result.startsWith("blob:") || result.startsWith("data:");
  return { type: "input_image", image_url: isUrl ? result : `data:image/png;base64,${result}` };
}

function webSearchText(action: unknown): string | null {
  if (!isRecord(action)) return null;
  const listed: readonly unknown[] = Array.isArray(action["queries"]) ? action["queries"] : [];
  const queries = listed.length > 0 ? listed : [action["query"]];
  const subjects = [...queries, action["url"], action["pattern"]].filter(
    (subject) => typeof subject === "string" && subject !== "",
  );
  if (subjects.length === 0) return null;
  return `[web ${String(action["type"])}: ${subjects.join(", ")}]`;
}
