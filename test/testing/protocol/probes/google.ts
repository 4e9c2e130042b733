import type { GOOGLE_RULES } from "../../../../src/testing/protocol/google.js";
import { HALF_PAIR, PNG_START, type Probe, type ProbesOf } from "./probe.js";

const NEWEST = "gemini-3.6-flash";
/** No levels of thinking, no signatures, no media in responses. */
const OLDER = "gemini-2.5-flash";

const user = (...parts: readonly unknown[]) => ({ role: "user", parts });
const model = (...parts: readonly unknown[]) => ({ role: "model", parts });
const hello = user({ text: "hello" });
const callPart = { functionCall: { name: "shell", args: {} }, thoughtSignature: "s" };
const responsePart = { functionResponse: { name: "shell", response: {} } };
const png = { inlineData: { mimeType: "image/png", data: PNG_START } };
const shell = { name: "shell" };
const tools = [{ functionDeclarations: [shell] }];

const request = (contents: readonly unknown[], rest: object = {}, of = NEWEST): Probe => ({
  body: { contents, ...rest },
  model: of,
});
const called = (call: object, response: object): Probe =>
  request([
    hello,
    model({ ...callPart, functionCall: { ...callPart.functionCall, ...call } }),
    user({ functionResponse: { ...responsePart.functionResponse, ...response } }),
  ]);
const medium = (mimeType: string, data: string): Probe =>
  request([user({ inlineData: { mimeType, data } })]);
const allowing = (mode: string, name: string): Probe =>
  request([hello], {
    tools,
    toolConfig: { functionCallingConfig: { mode, allowedFunctionNames: [name] } },
  });
const configured = (generationConfig: object, rest: object = {}, of = NEWEST): Probe =>
  request([hello], { generationConfig, ...rest }, of);

/** A conversation that the API takes. */
export const LAWFUL = called({}, {});

export const GOOGLE_PROBES: ProbesOf<typeof GOOGLE_RULES> = {
  "instruction-text": request([hello], { systemInstruction: { parts: [{ text: "" }] } }),
  "contents-given": { ...request([]), also: ["first-turn-user", "last-turn-user"] },
  "first-turn-user": request([model({ text: "a" }), hello]),
  "last-turn-user": request([hello, model({ text: "a" })]),
  "role-known": request([hello, { ...hello, role: "function" }, hello]),
  "parts-given": request([user()]),
  "model-turns-apart": request([hello, model({ text: "a" }), model({ text: "b" }), hello]),
  "calls-answered": {
    ...request([hello, model(callPart), hello]),
    also: ["responses-counted", "responses-alone"],
  },
  "responses-counted": request([
    hello,
    model(callPart, { functionCall: callPart.functionCall }),
    user(responsePart),
  ]),
  "responses-alone": request([hello, model(callPart), user(responsePart, { text: "a" })]),
  "responses-named": called({}, { name: "other" }),
  "responses-identified": called({ id: "1" }, {}),
  "call-signed": request([
    hello,
    model({ functionCall: callPart.functionCall }),
    user(responsePart),
  ]),
  "tool-name": request([hello], { tools: [{ functionDeclarations: [{ name: "1" }] }] }),
  "choice-declared": allowing("ANY", "other"),
  "choice-any": allowing("AUTO", "shell"),
  "thinking-level": configured({ thinkingConfig: { thinkingLevel: "low" } }, {}, OLDER),
  "thinking-once": configured({ thinkingConfig: { thinkingLevel: "low", thinkingBudget: 1 } }),
  "schema-with-type": configured({ responseJsonSchema: {} }),
  "schema-without-tools": configured({ responseMimeType: "application/json" }, { tools }, OLDER),
  "text-given": request([user({ text: "" })]),
  "media-from-user": request([hello, model(png), hello]),
  "call-from-model": request([user(callPart)]),
  "call-name": { ...called({ name: "a b" }, { name: "a b" }), also: ["response-name"] },
  "call-input": called({ args: "{}" }, {}),
  "response-from-user": request([hello, model(responsePart), hello]),
  "response-name": { ...called({}, { name: "" }), also: ["responses-named"] },
  "response-object": called({}, { response: "done" }),
  "response-media": { ...called({}, { parts: [png] }), model: OLDER },
  "part-of-one-kind": request([user({ text: "a", ...png })]),
  "media-type": medium("image/gif", "R0lGODlh"),
  "media-base64": medium("image/png", ""),
  "media-type-true": medium("image/jpeg", PNG_START),
  "text-well-formed": request([user({ text: HALF_PAIR })]),
  "tool-schema-object": request([hello], {
    tools: [{ functionDeclarations: [{ ...shell, parametersJsonSchema: {} }] }],
  }),
  "tool-names-unique": request([hello], { tools: [...tools, ...tools] }),
};
