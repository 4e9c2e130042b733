import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compare, withoutBaseItem } from "./comparison.js";
import { differenceText } from "./difference-text.js";
import { textAt } from "./json.js";
import { normalForm, type NormalForm } from "./normal-form.js";
import { type Refold, refoldPrompt } from "./refold-prompt.js";
import { apiOf, type Api } from "./scripted-server.js";
import type { Comparison, Difference, JudgedRequest, JudgedScenario } from "./verdict.js";

export interface JudgementOptions {
  readonly resultsFolder: string;
  readonly refold: Refold;
}

/** Compares each request that a scenario kept with what Refold gives for the files kept with it. */
export async function judgeScenario(
  one: JudgedScenario,
  options: JudgementOptions,
): Promise<JudgedScenario> {
  const requests: JudgedRequest[] = [];
  for (const request of one.requests) requests.push(await judgeRequest(request, options));
  return { ...one, requests };
}

async function judgeRequest(
  request: JudgedRequest,
  { resultsFolder, refold }: JudgementOptions,
): Promise<JudgedRequest> {
  const folder = join(resultsFolder, request.folder);
  const sent: unknown = JSON.parse(readFileSync(join(folder, "request.json"), "utf8"));
  const api = apiOf(textAt(sent, "path"));
  if (api === null) return request;
  if (request.kind === "slimmed") return judgeSlimmed(request, { folder, api, sent });
  if (request.sessionFile === null) return request;
  const { body, told, exitCode } = await refoldPrompt(refold, {
    file: join(resultsFolder, request.sessionFile),
    api,
    model: textAt(sent, "body", "model"),
    home: join(folder, "refold-home"),
  });
  writeFileSync(join(folder, "refold.json"), JSON.stringify({ exitCode, told, body }, null, 1));
  const given = normalForm(api, body);
  const own = normalForm(api, bodyOf(sent));
  const isSummary = request.kind === "compaction";
  const whole = compare(isSummary ? withoutRequestForSummary(own) : own, given);
  const isContinued = request.kind === "continued";
  const found = isContinued ? upToRefoldsEnd(whole, own, given) : whole;
  const comparison = body === undefined ? noPrompt(told) : found;
  writeFileSync(join(folder, "difference.txt"), differenceText(comparison));
  return { ...request, comparison, told, exitCode };
}

/** The request of the slimmed session, and that of the session as it was: each is beside the other. */
function judgeSlimmed(
  request: JudgedRequest,
  { folder, api, sent }: { folder: string; api: Api; sent: unknown },
): JudgedRequest {
  const file = join(folder.replace(/slim(?=[/\\]\d+$)/, "whole"), "request.json");
  const whole: unknown = JSON.parse(readFileSync(file, "utf8"));
  const comparison = compare(normalForm(api, bodyOf(sent)), normalForm(api, bodyOf(whole)));
  writeFileSync(join(folder, "difference.txt"), differenceText(comparison));
  return { ...request, comparison };
}

function bodyOf(sent: unknown): unknown {
  return typeof sent === "object" && sent !== null && "body" in sent ? sent.body : undefined;
}

/** The words that ask for a summary are not of the conversation. */
function withoutRequestForSummary(own: NormalForm): NormalForm {
  return { ...own, items: own.items.slice(0, -1), groups: own.groups.slice(0, -1) };
}

/**
 * The program goes on after what Refold gives: what it has beside at the end is its own. Where an API
 * wants a user's message at the end, Refold adds one after an answer: the program's own is there.
 */
function upToRefoldsEnd(whole: Comparison, own: NormalForm, given: NormalForm): Comparison {
  const isAdded = given.items.at(-1)?.["role"] === "user" && roleBefore(given) === "assistant";
  const shorter = { ...given, items: given.items.slice(0, -1), groups: given.groups.slice(0, -1) };
  const { differences } = isAdded && whole.differences.length > 0 ? compare(own, shorter) : whole;
  const missing = new Set(differences.filter(isMissing).map(({ position }) => position));
  let end = withoutBaseItem(own, given).items.length;
  while (missing.has(end - 1)) end -= 1;
  const kept = differences.filter((one) => !isMissing(one) || one.position < end);
  return { verdict: kept.length === 0 ? "equal" : "different", differences: kept };
}

function roleBefore({ items }: NormalForm): unknown {
  return items.at(-2)?.["role"];
}

const isMissing = ({ kind }: Difference): boolean => kind === "missing";

function noPrompt(told: string): Comparison {
  const signature = `Refold gives no prompt: ${told.split("\n")[0] ?? ""}`;
  return { verdict: "different", differences: [{ kind: "missing", position: 0, signature }] };
}
