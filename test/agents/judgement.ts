import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compare } from "./comparison.js";
import { differenceText } from "./difference-text.js";
import { textAt } from "./json.js";
import { normalForm, type NormalForm } from "./normal-form.js";
import { refoldPrompt } from "./refold-prompt.js";
import { apiOf } from "./scripted-server.js";
import type { Comparison, JudgedRequest, JudgedScenario } from "./verdict.js";

export interface JudgementOptions {
  readonly resultsFolder: string;
  readonly refold: string;
}

/** Compares each request that a scenario kept with what Refold gives for the files kept with it. */
export function judgeScenario(one: JudgedScenario, options: JudgementOptions): JudgedScenario {
  return { ...one, requests: one.requests.map((request) => judgeRequest(request, options)) };
}

function judgeRequest(
  request: JudgedRequest,
  { resultsFolder, refold }: JudgementOptions,
): JudgedRequest {
  if (request.sessionFile === null) return request;
  const folder = join(resultsFolder, request.folder);
  const sent: unknown = JSON.parse(readFileSync(join(folder, "request.json"), "utf8"));
  const api = apiOf(textAt(sent, "path"));
  if (api === null) return request;
  const { body, told, exitCode } = refoldPrompt(refold, {
    file: join(resultsFolder, request.sessionFile),
    api,
    model: textAt(sent, "body", "model"),
    home: join(folder, "refold-home"),
  });
  writeFileSync(join(folder, "refold.json"), JSON.stringify({ exitCode, told, body }, null, 1));
  const given = normalForm(api, body);
  const own = partToCompare(request.kind, normalForm(api, bodyOf(sent)), given);
  const comparison = body === undefined ? noPrompt(told) : compare(own, given);
  writeFileSync(join(folder, "difference.txt"), differenceText(comparison));
  return { ...request, comparison, told, exitCode };
}

function bodyOf(sent: unknown): unknown {
  return typeof sent === "object" && sent !== null && "body" in sent ? sent.body : undefined;
}

function partToCompare(
  kind: JudgedRequest["kind"],
  own: NormalForm,
  given: NormalForm,
): NormalForm {
  // The words that ask for a summary are not of the conversation.
  if (kind === "compaction") {
    return { ...own, items: own.items.slice(0, -1), groups: own.groups.slice(0, -1) };
  }
  if (kind !== "continued") return own;
  // The program goes on behind what Refold gives.
  const hasBase = own.instructions === "" && given.instructions !== "";
  const count = given.items.length + (hasBase && own.items[0]?.["role"] === "developer" ? 1 : 0);
  return { ...own, items: own.items.slice(0, count), groups: given.groups };
}

function noPrompt(told: string): Comparison {
  const signature = `Refold gives no prompt: ${told.split("\n")[0] ?? ""}`;
  return { verdict: "different", differences: [{ kind: "missing", position: 0, signature }] };
}
