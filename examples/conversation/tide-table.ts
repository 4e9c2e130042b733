import { z } from "zod";

/** The tool, as a model is told of it. */
export const TIDE_TABLE = {
  kind: "function",
  name: "tide_table",
  description: "When the water is high at a port.",
  parameters: {
    type: "object",
    properties: { port: { type: "string" } },
    required: ["port"],
  },
} as const;

const HIGH_WATER: ReadonlyMap<string, string> = new Map([
  ["Whitby", "05:12"],
  ["Cork", "06:40"],
]);

const Asked = z.object({ port: z.string() });

/** @param input the call's arguments, as the model wrote them */
export function lookUpTide(input: string): { readonly text: string; readonly failed: boolean } {
  const { port } = Asked.parse(JSON.parse(input));
  const time = HIGH_WATER.get(port);
  if (time !== undefined) return { text: `high water at ${time}`, failed: false };
  return {
    text: `no table of ${port}; there is ${[...HIGH_WATER.keys()].join(", ")}`,
    failed: true,
  };
}
