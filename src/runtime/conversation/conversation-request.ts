import type { Prompt } from "../../projections/prompt/prompt.js";
import type { ProviderRequest, RequestOptions } from "../../projections/providers/provider.js";
import { serializePrompt } from "../sent-request.js";
import type { BlobStore } from "../../store/event-store.js";
import {
  serializerOf,
  type ConversationBodies,
  type ConversationProvider,
} from "./conversation-provider.js";

/** A request for one provider: what its own client takes, and how it came about. */
interface RequestFor<Name extends ConversationProvider> extends ProviderRequest<
  ConversationBodies[Name]
> {
  readonly provider: Name;
  /** What the body was made of. */
  readonly prompt: Prompt;
}

/** A request for the provider of a conversation; tell several apart by `provider`. */
export type ConversationRequest<Name extends ConversationProvider = ConversationProvider> = {
  [Each in Name]: RequestFor<Each>;
}[Name];

/** Settings of one request: the longest answer, tools to be called, reasoning. */
export type ConversationRequestOptions = Omit<RequestOptions, "blobs" | "model" | "models">;

/** Makes the request, with the pictures that it needs. */
export async function conversationRequest<Name extends ConversationProvider>(
  { provider, prompt }: { readonly provider: Name; readonly prompt: Prompt },
  options: RequestOptions,
  blobs: Pick<BlobStore, "get">,
): Promise<RequestFor<Name>> {
  const serializer = serializerOf(provider);
  const request = await serializePrompt<ConversationBodies[Name]>(
    prompt,
    { provider: serializer, options },
    blobs,
  );
  return { ...request, provider, prompt };
}
