import { CLIENT_KEYS } from "../../../experiments/client-keys.js";
import { parsePlan } from "../../../experiments/parse-plan.js";
import { ExperimentPlan } from "../../../experiments/plan.js";
import { compareVariants } from "../../../experiments/compare-variants.js";
import { readExperiment, runExperiment } from "../../../experiments/run-experiment.js";
import { counted, figure } from "../../../projections/figures.js";
import type { Compaction, NoCompaction } from "../../../runtime/compaction/compaction.js";
import { previewCompaction } from "../../../runtime/compaction/plan-compaction.js";
import { STRATEGIES } from "../../../runtime/compaction/settings.js";
import { fragmentRegistry } from "../../../runtime/fragments/registry.js";
import { forkThread, openLog, resumeThread } from "../../../runtime/open-thread.js";
import { atRest, travel, type Travel, type Travelled } from "../../../runtime/travel.js";
import type { ActAnswer, ActName, CompactAnswer, ExperimentAnswer } from "../../api-acts.js";
import { notFound, Refusal } from "../failures.js";
import type { UiContext } from "../ui-context.js";
import { type ActedThread, imported, withActedThread } from "./acted-thread.js";
import { ActBody } from "./act-body.js";
import { type ExportedFile, exportFile } from "./export-file.js";

interface AskedAct {
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly ui: UiContext;
}

type Done = { readonly json: object } | ExportedFile;

/**
 * Does what a page asks for. A session of another tool is imported first, and its file stays as it is.
 * @throws {Refusal} `read-only`, `not-found`
 * @throws {RefoldError} as the command of the same name does
 */
export async function act(name: string, { key, body: said, ui }: AskedAct): Promise<Done> {
  if (!isActName(name)) throw notFound("such act");
  if (ui.about.readOnly) {
    const remedy = "Start refold ui without --read-only to act.";
    throw new Refusal(403, "read-only", "nothing is changed: the server is read-only", remedy);
  }
  const body = new ActBody(said);
  if (name === "export") return await exportFile(ui, key, body);
  if (name === "compact" && body.flag("dryRun")) return { json: await preview(ui, key, body) };
  const answer = await withActedThread(ui, key, (thread) => ACTS[name](thread, body));
  await ui.list.makeAgain(threadsIn(answer));
  return { json: answer };
}

type Answer = ActAnswer | CompactAnswer | ExperimentAnswer;

/** Threads that the page may go to now. */
function threadsIn(answer: Answer): readonly string[] {
  if ("key" in answer) return [answer.key];
  if ("variants" in answer) return answer.variants.flatMap(({ key }) => key ?? []);
  return answer.done === null ? [] : [answer.done.key];
}

type Act = (thread: ActedThread, body: ActBody) => Promise<Answer>;

const ACTS: Readonly<Record<Exclude<ActName, "export">, Act>> = {
  fork: async (thread, body) => {
    const { store, threadId } = thread;
    const title = body.text("title").trim();
    const where = { at: body.offset("at"), ...(title !== "" && { title }) };
    const fork = await forkThread(threadId, { store }, where);
    await fork.close();
    return { ...answerOf(thread, `forked at #${where.at}: ${fork.id}`), key: fork.id };
  },
  rollback: (thread, body) => go(thread, { to: body.offset("to") }),
  undo: (thread) => go(thread, "undo"),
  redo: (thread) => go(thread, "redo"),
  rename: async (thread, body) => {
    const { store, threadId } = thread;
    const title = body.text("title").trim() || null;
    const log = await openLog(threadId, { store });
    await log.commit(() => ({ facts: [{ type: "thread.renamed", data: { title } }] }));
    await log.close();
    return answerOf(thread, title === null ? "it has no title now" : "renamed");
  },
  compact: async (thread, body) => {
    const { store, threadId } = thread;
    await using driven = await resumeThread(threadId, { store });
    const done = await driven.compact(compactOptions(body));
    const answer = done.kind === "nothing" ? null : answerOf(thread, compactWords(done));
    return compactAnswer(done, answer);
  },
  experiment: (thread, body) => experiment(thread, body.text("plan")),
};

function isActName(name: string): name is ActName {
  return name === "export" || Object.hasOwn(ACTS, name);
}

function answerOf(thread: ActedThread, words: string): ActAnswer {
  return { key: thread.threadId, words: `${imported(thread)}${words}` };
}

async function go(thread: ActedThread, to: Travel): Promise<ActAnswer> {
  const { store, threadId } = thread;
  const log = await openLog(threadId, { store });
  const travelled = await travel(log, to, atRest);
  await log.close();
  return answerOf(thread, travelWords(travelled));
}

function travelWords(travelled: Travelled): string {
  if (travelled.kind === "nothing") return "nothing to do";
  const { to, offset, state } = travelled;
  return `back to #${to}: ${counted(state.ledger.entries.length, "item")} in the ledger; written as #${offset}`;
}

/** What a compaction would do, of any session: nothing is written. */
async function preview(ui: UiContext, key: string, body: ActBody): Promise<CompactAnswer> {
  return ui.withSession(key, async (opened) => {
    const state = await opened.stateAt((await opened.head()) - 1);
    const { blobs } = opened.readable;
    const basis = { state, blobs, registry: fragmentRegistry(), context: null };
    return compactAnswer(await previewCompaction(basis, compactOptions(body)), null);
  });
}

function compactOptions(body: ActBody) {
  const strategy = body.choice("strategy", STRATEGIES);
  return strategy === null ? {} : { strategy };
}

function compactWords(done: Compaction | NoCompaction): string {
  if (done.kind === "nothing") return "there is nothing to compact";
  const { dryRun, strategy, tokensBefore, tokensAfter } = done;
  const verb = dryRun ? "would be compacted" : "compacted";
  return `${verb} by ${strategy}: ${figure(tokensBefore)} tokens before, ${figure(tokensAfter)} after`;
}

function compactAnswer(done: Compaction | NoCompaction, answer: ActAnswer | null): CompactAnswer {
  const { tokensBefore, tokensAfter } = done;
  const { goes, stays, summary } =
    done.kind === "nothing" ? { goes: [], stays: [], summary: null } : done;
  const words = answer?.words ?? compactWords(done);
  return { words, done: answer, tokensBefore, tokensAfter, summary, goes, stays };
}

/** A plan of the page asks no model and runs no command: those cost money, or are anybody's code. */
async function experiment(thread: ActedThread, text: string): Promise<ExperimentAnswer> {
  const { plan } = parsePlan(text, "plan", ExperimentPlan.omit({ base: true }));
  if (plan.mode === "run") {
    const keys = [...new Set(Object.values(CLIENT_KEYS))].join(", ");
    const remedy = `Save the plan with its base, set the key of its provider (${keys}) in a terminal's environment, and run it there: refold experiment run PLAN. The modes project and replay need no key.`;
    throw new Refusal(400, "bad-request", "a plan that asks models is not run from here", remedy);
  }
  const planned = { ...plan, base: thread.threadId, store: thread.store };
  await runExperiment(planned, { resume: true }).forEach(() => undefined);
  const { rows, mode } = compareVariants(await readExperiment(planned), {});
  const variants = rows.flatMap(({ variant, threads, failures, done, repetitions }) => {
    if (variant === null) return [];
    const words = failures[0]?.message ?? `${done} of ${repetitions} done`;
    return [{ name: variant, key: threads[0] ?? null, words }];
  });
  const words = `${imported(thread)}${counted(variants.length, "variant")} (${mode})`;
  return { words, variants };
}
