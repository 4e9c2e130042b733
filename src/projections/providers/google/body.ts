/**
 * The parameters of `generateContent` in the shape of the official SDK; `toGoogleRestBody` makes the
 * body of the REST call from them. Arrays are mutable, because those of the SDK's types are.
 */
export interface GoogleBody {
  model: string;
  contents: GoogleContent[];
  config: GoogleConfig;
}

export interface GoogleContent {
  role: "user" | "model";
  parts: GooglePart[];
}

export type GooglePart =
  | { text: string; thought?: boolean; thoughtSignature?: string }
  | { inlineData: { mimeType: string; data: string } }
  | GoogleCallPart
  | { functionResponse: GoogleFunctionResponse };

export interface GoogleCallPart {
  functionCall: { id?: string; name: string; args: Record<string, unknown> };
  thoughtSignature?: string;
}

export interface GoogleFunctionResponse {
  id?: string;
  name: string;
  /** `output`, or `error` for a call that failed. */
  response: Record<string, unknown>;
  /** Media of the result, for models that take them here. */
  parts?: { inlineData: { mimeType: string; data: string } }[];
}

export interface GoogleConfig {
  systemInstruction?: { parts: { text: string }[] };
  tools?: { functionDeclarations: GoogleFunctionDeclaration[] }[];
  toolConfig?: GoogleToolConfig;
  maxOutputTokens?: number;
  responseMimeType?: "application/json";
  responseJsonSchema?: Record<string, unknown>;
  thinkingConfig?: GoogleThinkingConfig;
}

export interface GoogleFunctionDeclaration {
  name: string;
  description?: string;
  parametersJsonSchema?: Record<string, unknown>;
}
export interface GoogleToolConfig {
  functionCallingConfig: { mode: FunctionCallingConfigMode; allowedFunctionNames?: string[] };
}
export interface GoogleThinkingConfig {
  includeThoughts?: boolean;
  thinkingBudget?: number;
  thinkingLevel?: ThinkingLevel;
}

/**
 * An enum because the SDK has one: a string is not assignable to it, an enum of the same name and
 * members is.
 */
export enum FunctionCallingConfigMode {
  /** @public The default; here because the SDK's enum has it. */
  AUTO = "AUTO",
  ANY = "ANY",
  NONE = "NONE",
}

/** An enum for the same reason. */
export enum ThinkingLevel {
  MINIMAL = "MINIMAL",
  LOW = "LOW",
  MEDIUM = "MEDIUM",
  HIGH = "HIGH",
}

/** The JSON of `POST /v1beta/models/MODEL:generateContent`; the model is in the address. */
interface GoogleRestBody extends Pick<GoogleConfig, "systemInstruction" | "tools" | "toolConfig"> {
  contents: GoogleBody["contents"];
  generationConfig?: Omit<GoogleConfig, "systemInstruction" | "tools" | "toolConfig">;
}

/** What goes over the wire, for callers without the SDK. */
export function toGoogleRestBody(body: GoogleBody): GoogleRestBody {
  const { systemInstruction, tools, toolConfig, ...generationConfig } = body.config;
  return {
    contents: body.contents,
    ...(systemInstruction === undefined ? {} : { systemInstruction }),
    ...(tools === undefined ? {} : { tools }),
    ...(toolConfig === undefined ? {} : { toolConfig }),
    ...(Object.keys(generationConfig).length === 0 ? {} : { generationConfig }),
  };
}
