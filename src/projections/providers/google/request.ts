import type { Prompt } from "../../prompt/prompt.js";
import { CallIds } from "../call-ids.js";
import { leadingInstructions } from "../leading-instructions.js";
import { pairUnits } from "../pair-units.js";
import type { ProviderRequest, RequestOptions } from "../provider.js";
import { RequestContext } from "../request-context.js";
import type { GoogleBody } from "./body.js";
import { toConfig } from "./config.js";
import { toContents } from "./contents.js";
import { textParts } from "./parts.js";

/** Parameters for `generateContent` (or `generateContentStream`, which takes the same). */
export function toGoogleRequest(
  prompt: Prompt,
  options: RequestOptions = {},
): ProviderRequest<GoogleBody> {
  const context = new RequestContext(prompt, options);
  const ids = new CallIds(context, { maxLength: 64, refused: /[^a-zA-Z0-9_-]/g });
  const units = pairUnits(context, ids, prompt.items);
  const leading = leadingInstructions(units);
  const { contents, origins } = toContents(context, units.slice(leading.length));
  const system = [
    ...(prompt.instructions === "" ? [] : textParts(context, prompt.instructions, null)),
    ...leading.flatMap(({ parts, ref }) =>
      parts.flatMap((part) => {
        if (part.type !== "input_image") return textParts(context, part.text, ref);
        context.repair("left-out", ref, "an image in instructions");
        return [];
      }),
    ),
  ];
  const config = toConfig(context, prompt, system);
  const body: GoogleBody = { model: options.model ?? context.model.id, contents, config };
  const instructionOrigins = leading.flatMap(({ ref }) => (ref === null ? [] : [ref]));
  const { repairs } = context;
  return { body, repairs, origins, instructionOrigins, callIds: ids.mapped };
}
