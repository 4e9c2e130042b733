import { CLIENT_KEYS } from "../../experiments/client-keys.js";
import { noModelClient } from "../../experiments/errors.js";
import { z } from "zod";
import type { ClientTurn } from "../../experiments/experiment.js";
import { findModel } from "../../models/find-model.js";
import { nearestNames } from "../../nearest-names.js";
import type { ModelClient } from "../../runtime/models/model-client.js";

/** Whose official clients can be used: `openai-chat` is for all that speak Chat Completions. */
export const CLIENT_NAMES = ["openai", "openai-chat", "anthropic", "google"] as const;
type ClientName = (typeof CLIENT_NAMES)[number];

/** How a provider is asked. */
export const ClientSettings = z.strictObject({
  /** The variable of the environment that holds the key. Default: the provider's usual one. */
  apiKeyEnv: z.string().min(1).exactOptional(),
  baseURL: z.url().exactOptional(),
  /** The longest answer, in tokens. */
  maxTokens: z.int().positive().exactOptional(),
});
type ClientSettings = z.infer<typeof ClientSettings>;

const PACKAGES = {
  openai: "openai",
  "openai-chat": "openai",
  anthropic: "@anthropic-ai/sdk",
  google: "@google/genai",
} as const;

type Clients = Partial<Readonly<Record<ClientName, ClientSettings>>>;

/**
 * A client over the official SDK of the model's provider, with the key from the environment.
 * @throws {RefoldError} `no-model-client`: no model or provider is named, the key or the SDK is
 *   missing
 */
export async function clientOfPlan(wish: ClientTurn, clients: Clients): Promise<ModelClient> {
  const { variant, model } = wish;
  if (model === null) {
    const remedy = "Name one: `model` in the variant.";
    throw noModelClient(variant, "nothing says which model it is run with", { remedy });
  }
  const name = clientName(wish, model, clients);
  const settings = clients[name] ?? {};
  const packageName = PACKAGES[name];
  const variable = settings.apiKeyEnv ?? CLIENT_KEYS[name];
  const apiKey = process.env[variable];
  if (apiKey === undefined || apiKey === "") {
    const remedy = `Set ${variable}, or name another variable: \`clients.${name}.apiKeyEnv\`.`;
    throw noModelClient(variant, `${variable} holds no key for ${name}`, { remedy });
  }
  try {
    return await openClient(name, { ...settings, model, apiKey });
  } catch (error) {
    if (!isMissingModule(error)) throw error;
    const remedy = `Install it beside refold: npm install ${packageName}`;
    const reason = `the package ${packageName} is not installed`;
    throw noModelClient(variant, reason, { remedy, cause: error });
  }
}

function clientName(
  { variant, provider }: ClientTurn,
  model: string,
  clients: Clients,
): ClientName {
  const asked = provider ?? findModel(model).model.provider;
  // What speaks as OpenAI's older API does is named by the plan's only client.
  const isOpenai = asked === null || asked === "openai" || asked === "openai-chat";
  if (isOpenai && clients["openai-chat"] && !clients.openai) return "openai-chat";
  const known = CLIENT_NAMES.find((name) => name === asked);
  if (known !== undefined) return known;
  const what =
    asked === null ? `nobody knows whose model ${model} is` : `${asked} has no client here`;
  const near = asked === null ? [] : nearestNames(asked, CLIENT_NAMES);
  const remedy =
    near.length > 0
      ? `Did you mean ${near.join(" or ")}?`
      : `Name a \`provider\` (${CLIENT_NAMES.join(", ")}), or a \`module\` that exports \`model\`.`;
  throw noModelClient(variant, what, { remedy });
}

interface Opening extends ClientSettings {
  readonly model: string;
  readonly apiKey: string;
}

/** Loaded when it is needed: the official clients are optional. */
async function openClient(name: ClientName, opening: Opening): Promise<ModelClient> {
  const { model, apiKey, baseURL, maxTokens } = opening;
  const asked = { apiKey, ...(baseURL !== undefined && { baseURL }) };
  const settings = { model, ...(maxTokens !== undefined && { options: { maxTokens } }) };
  switch (name) {
    case "openai":
    case "openai-chat": {
      const { OpenAI } = await import("openai");
      const models = await import("../../runtime/models/openai-models.js");
      const open = name === "openai" ? models.openaiResponsesModel : models.openaiChatModel;
      return open({ client: new OpenAI(asked), ...settings });
    }
    case "anthropic": {
      const { Anthropic } = await import("@anthropic-ai/sdk");
      const { anthropicModel } = await import("../../runtime/models/anthropic-model.js");
      return anthropicModel({ client: new Anthropic(asked), ...settings });
    }
    case "google": {
      const { GoogleGenAI } = await import("@google/genai");
      const { googleModel } = await import("../../runtime/models/google-models.js");
      const httpOptions = baseURL === undefined ? {} : { httpOptions: { baseUrl: baseURL } };
      return googleModel({ client: new GoogleGenAI({ apiKey, ...httpOptions }), ...settings });
    }
  }
}

function isMissingModule(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
}
