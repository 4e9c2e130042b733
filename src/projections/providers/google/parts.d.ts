import type { InputImage, InputText, OutputText } from "../../../events/item.js";
import type { ItemRef } from "../../../events/primitives.js";
import type { ModelTrait } from "../../../models/model-info.js";
import { type ToolNameRule } from "../calls.js";
import { type RequestContext } from "../request-context.js";
import type { CallUnit, OutputUnit, ReasoningUnit } from "../units.js";
import type { GoogleCallPart, GoogleFunctionResponse, GooglePart } from "./body.js";
/** Letters, digits, `_`, `.`, `:` and `-`, beginning with a letter or `_`. */
export declare const GOOGLE_NAMES: ToolNameRule;
type Part = InputText | OutputText | InputImage;
type InlinePart = Extract<GooglePart, {
    inlineData: unknown;
}>;
/** A rule of newer models; one that nothing is known of is taken for a new one. */
export declare function follows(context: RequestContext, trait: ModelTrait): boolean;
export declare function contentParts(context: RequestContext, parts: readonly Part[], ref: ItemRef | null): GooglePart[];
/** One text part, or none: the API refuses empty ones. */
export declare function textParts(context: RequestContext, text: string, ref: ItemRef | null): {
    text: string;
}[];
/** The model's own texts, with the signatures that stood on them. */
export declare function modelTextParts(context: RequestContext, parts: readonly Part[], ref: ItemRef | null): GooglePart[];
export declare function callPart(context: RequestContext, call: CallUnit): GoogleCallPart;
/** Stands where a model wants a signature and history has none: documented for foreign history. */
export declare const SIGNATURE_STAND_IN = "skip_thought_signature_validator";
/** The result of a call. Images are returned apart where the model does not take them inside. */
export declare function responsePart(context: RequestContext, output: OutputUnit): {
    response: {
        functionResponse: GoogleFunctionResponse;
    };
    images: InlinePart[];
};
/** A thought, where it is Google's own and what stood before it is unchanged; else null. */
export declare function thoughtPart(context: RequestContext, { item, ref, behindEdit }: ReasoningUnit): GooglePart | null;
export {};
