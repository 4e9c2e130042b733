/** The variable of the environment that usually holds the key of a plan's client. */
export const CLIENT_KEYS = {
  openai: "OPENAI_API_KEY",
  "openai-chat": "OPENAI_API_KEY",
  anthropic: "ANTHROPIC_API_KEY",
  google: "GEMINI_API_KEY",
} as const;
