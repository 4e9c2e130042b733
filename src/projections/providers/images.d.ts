import type { InputImage } from "../../events/item.js";
import type { ItemRef } from "../../events/primitives.js";
import type { Prompt } from "../prompt/prompt.js";
import type { RequestContext } from "./request-context.js";
/** An image as a provider can be given it; a text where it cannot. */
export type ResolvedImage = {
    readonly kind: "inline";
    readonly mediaType: string;
    readonly data: string;
} | {
    readonly kind: "url";
    readonly url: string;
} | {
    readonly kind: "text";
    readonly text: string;
};
/** Hashes of the blobs that a prompt's images need, each once, in order. */
export declare function blobsNeeded(prompt: Prompt): readonly string[];
/** What becomes of images in a request to one provider. */
export interface ImageRules {
    /** Media types that the API takes, in lower case. */
    readonly mediaTypes: ReadonlySet<string>;
    /** The addresses that the provider fetches images from by itself; null: it fetches none. */
    readonly urls: RegExp | null;
}
/** Images from the web, in the open too. */
export declare const WEB_URL: RegExp;
export declare function resolveImage(context: RequestContext, image: Pick<InputImage, "image_url" | "blob">, place: {
    readonly ref: ItemRef | null;
    readonly rules: ImageRules;
}): ResolvedImage;
/** The `data:` URL of a resolved inline image. */
export declare function dataUrl(image: {
    readonly mediaType: string;
    readonly data: string;
}): string;
/** What the payload's first bytes say: providers compare them with the type that is named. */
export declare function sniffMediaType(base64: string): string | undefined;
