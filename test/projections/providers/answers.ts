/**
 * Turns what a serializer wrote for the model back into a response of the same API, so that items can
 * be followed to a provider and back. The shapes of a request's assistant content and of a response
 * agree, save where it is said.
 */
type Json = Readonly<Record<string, unknown>>;

export const answers: Readonly<Record<string, (messages: readonly unknown[]) => readonly Json[]>> =
  {
    anthropic: (messages) =>
      messages
        .map(record)
        .filter(({ role }) => role === "assistant")
        .map(({ content }) => ({ role: "assistant", content, stop_reason: "end_turn" })),
    google: (messages) =>
      messages
        .map(record)
        .filter(({ role }) => role === "model")
        .map((content, index) => ({ responseId: `r${index}`, candidates: [{ content }] })),
    "google-interactions": (messages) => [
      {
        status: "completed",
        steps: messages
          .map(record)
          .filter(({ type }) => type !== "user_input" && type !== "function_result"),
      },
    ],
    "openai-chat": (messages) =>
      messages
        .map(record)
        .filter(({ role }) => role === "assistant")
        .map((message) => ({
          choices: [{ message: { ...message, content: joined(message["content"]) } }],
        })),
    "openai-responses": (messages) => [
      {
        status: "completed",
        output: messages
          .map(record)
          .filter(
            ({ type, role }) =>
              !/_output$/.test(String(type)) && (role ?? "assistant") === "assistant",
          ),
      },
    ],
  };

function record(value: unknown): Json {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** A response's content is one text, where a request may have parts. */
function joined(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return content.map((part) => String(record(part)["text"])).join("");
}
