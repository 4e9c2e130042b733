import { z } from "zod";

/**
 * The schema of one fact: its type's name and its data. An event is a fact with an offset, an id and
 * a time (`event.ts`); a foreign line that means more carries further facts in `derived`.
 */
export function factSchema<const Type extends string, Shape extends z.ZodRawShape>(
  type: Type,
  shape: Shape,
) {
  return z.looseObject({ type: z.literal(type), data: z.looseObject(shape) });
}
