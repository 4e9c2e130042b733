import type { InputImage, InputText, OutputText } from "../../../events/item.js";
import type { ItemRef } from "../../../events/primitives.js";
import { type RequestContext } from "../request-context.js";
import { type CallUnit, type OutputUnit } from "../units.js";
import type { ResponsesInputItem, ResponsesInputPart, ResponsesOutputMessage } from "./body.js";
export declare function toCallItem(context: RequestContext, call: CallUnit): ResponsesInputItem;
export declare function toOutputItem(context: RequestContext, output: OutputUnit): ResponsesInputItem;
type Part = InputText | OutputText | InputImage;
export declare function inputParts(context: RequestContext, parts: readonly Part[], ref: ItemRef | null): ResponsesInputPart[];
export declare function assistantParts(context: RequestContext, parts: readonly Part[], ref: ItemRef | null): ResponsesOutputMessage["content"];
/**
 * An item of the model's without its `id`.
 *
 * An id names an item that OpenAI stores, and an encrypted reasoning is checked against it, so none
 * may be made up. Requests with `store: false` may leave it out (the Codex CLI sends none), but the
 * SDK's types ask for a string on these kinds. This is the one place that tells the compiler so.
 */
export declare function unstored<T extends {
    id: string;
}>(item: Omit<T, "id">): T;
export {};
