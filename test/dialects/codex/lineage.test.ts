import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codexForm } from "../../../src/dialects/codex/codex-form.js";
import type { ByteSource } from "../../../src/dialects/shared/byte-source.js";
import { decodeKept } from "../../../src/dialects/shared/decode-kept.js";
import { encodeKept } from "../../../src/dialects/shared/kept-file.js";
import { openRollout } from "../../../src/dialects/shared/open-rollout.js";
import { isRefoldError } from "../../../src/errors.js";
import { initialState } from "../../../src/reducers/reduce.js";
import { replay } from "../../../src/reducers/replay.js";
import type { ThreadState } from "../../../src/reducers/thread-state.js";
import { memoryStore } from "../../../src/store/memory.js";
import { historyCommands } from "../../../src/testing/arbitraries/history.js";
import { goneOn } from "../shared/continued.js";
import { collect, MemoryBlobs } from "../shared/memory-bytes.js";
import { expectSameHistory, exported } from "./exporting.js";
import { answer, item, line, meta, shownState, statesOf, textOf, user } from "./lines.js";
import { acts, memoryFile, PaginatedHome, textsIn } from "./lineages.js";

async function read(bytes: ByteSource) {
  const rollout = await openRollout(bytes, codexForm);
  const texts = textsOf(await replay(rollout.source));
  return { texts, damage: rollout.damage(), rollout };
}

function textsOf(state: ThreadState): string[] {
  return shownState(state).items.flatMap((one) =>
    one.type === "message" ? [/(?:ask|say) \d+/.exec(JSON.stringify(one))?.[0] ?? ""] : [],
  );
}

describe("a history that begins in other files", () => {
  test("each file's session is what its thread was, whatever was forked or reverted since", async () => {
    const property = fc.asyncProperty(acts, fc.boolean(), async (done, isPacked) => {
      const home = new PaginatedHome(done);
      const contents = home.contents();
      const packed = (name: string) => isPacked && name.includes("2.jsonl");
      for (const thread of home.threads) {
        const { texts, damage, rollout } = await read(
          memoryFile(contents, home.currentFile(thread), packed),
        );
        expect(texts).toEqual(textsIn(thread.history));
        expect(damage).toEqual([]);
        const [first] = await collect(rollout.source.read({ from: 0, to: 0 }));
        expect(first).toMatchObject({ data: { source: { foreignId: thread.id } } });
      }
    });
    await fc.assert(property);
  });

  test("of any file cut at any byte a session reads what is there, or is refused: never less in silence", async () => {
    const property = fc.asyncProperty(acts, fc.nat(), fc.nat(), async (done, pick, at) => {
      const home = new PaginatedHome(done);
      const { contents, cutFile } = home.cutContents(pick, at);
      for (const thread of home.threads) {
        const name = home.currentFile(thread);
        const outcome = await read(memoryFile(contents, name)).catch(codeOf);
        const { history } = thread;
        const texts = textsIn(history);
        if (typeof outcome === "string") {
          expect(["damaged-lineage", "not-a-rollout", "empty-file"]).toContain(outcome);
        } else if (name === cutFile) {
          const prefixes = history.map((_, index) => textsIn(history.slice(0, index)));
          expect([...prefixes, texts]).toContainEqual(outcome.texts);
        } else expect(outcome.texts).toEqual(texts);
      }
    });
    await fc.assert(property);
  });
});

function codeOf(error: unknown): string {
  if (!isRefoldError(error)) throw error;
  return error.code;
}

const goingOn = historyCommands({ maxLength: 15, weights: { fork: 0, "foreign-line": 0 } });

describe("a thread with all its generations", () => {
  test("is at the end of each file what that file is by itself, and writes each again", async () => {
    const property = fc.asyncProperty(acts, fc.nat(), async (done, pick) => {
      const home = new PaginatedHome(done);
      const contents = home.contents();
      for (const thread of home.threads) {
        const names = thread.files.map((file) => home.files[file]?.name ?? "");
        const named = memoryFile(contents, names[pick % names.length] ?? "");
        const rollout = await openRollout(named, codexForm, { reach: "thread" });
        const blobs = new MemoryBlobs();
        const kept = await collect(decodeKept(rollout.content, codexForm, { blobs }));
        const states = await statesOf(kept);
        expect(textsOf(states.at(-1) ?? initialState)).toEqual(textsIn(thread.history));
        expect(withoutPlaces(states.at(-1))).toEqual(withoutPlaces(await replay(rollout.source)));
        const starts = kept.filter(({ foreign }) => foreign?.file !== undefined);
        if (starts.length > 0) expect(starts.map(({ foreign }) => foreign?.file)).toEqual(names);
        for (const [index, name] of names.entries()) {
          const from = starts[index]?.offset ?? 0;
          const to = starts[index + 1]?.offset ?? kept.length;
          const alone = await openRollout(memoryFile(contents, name), codexForm);
          expect(withoutPlaces(states[to - 1])).toEqual(withoutPlaces(await replay(alone.source)));
          const written = await collect(encodeKept(kept.slice(from, to), codexForm, blobs));
          expect(Buffer.concat(written).toString()).toBe(contents.get(name)?.toString());
        }
      }
    });
    await fc.assert(property, { numRuns: 60 });
  });

  test("of which a file was cut at any byte is refused, or each file is written again as it is", async () => {
    const property = fc.asyncProperty(acts, fc.nat(), fc.nat(), async (done, pick, at) => {
      const home = new PaginatedHome(done);
      const { contents } = home.cutContents(pick, at);
      for (const thread of home.threads) {
        const blobs = new MemoryBlobs();
        const kept = await openRollout(memoryFile(contents, home.currentFile(thread)), codexForm, {
          reach: "thread",
        })
          .then(({ content }) => collect(decodeKept(content, codexForm, { blobs })))
          .catch(codeOf);
        if (typeof kept === "string") {
          expect(["damaged-lineage", "not-a-rollout", "empty-file"]).toContain(kept);
          continue;
        }
        const names = thread.files.map((file) => home.files[file]?.name ?? "");
        const starts = kept.filter(({ foreign }) => foreign?.file !== undefined);
        for (const [index, name] of names.entries()) {
          const to = starts[index + 1]?.offset ?? kept.length;
          const events = kept.slice(starts[index]?.offset ?? 0, to);
          const written = Buffer.concat(await collect(encodeKept(events, codexForm, blobs)));
          expect([name, written.toString()]).toEqual([name, contents.get(name)?.toString()]);
        }
      }
    });
    await fc.assert(property);
  });

  test("that goes on in Refold ends its newest file, which has the same state with its lineage", async () => {
    const property = fc.asyncProperty(acts, goingOn, async (done, commands) => {
      const home = new PaginatedHome(done);
      const contents = home.contents();
      const [thread] = home.threads;
      const name = thread === undefined ? "" : home.currentFile(thread);
      const named = memoryFile(contents, name);
      const { content } = await openRollout(named, codexForm, { reach: "thread" });
      const { blobs } = memoryStore();
      const kept = await collect(decodeKept(content, codexForm, { blobs }));
      const events = goneOn(kept, commands);
      const bytes = await exported(events, { blobs });
      expect(bytes.toString().startsWith(contents.get(name)?.toString() ?? "")).toBe(true);
      contents.set(name, bytes);
      await expectSameHistory(events, memoryFile(contents, name));
    });
    await fc.assert(property, { numRuns: 60 });
  });
});

/** What a state says, wherever its events stand. */
function withoutPlaces(state: ThreadState | undefined) {
  const { running, previous, userTurns } = state?.turns ?? initialState.turns;
  const turn = running && { foreignId: running.foreignId, model: running.envelope.model };
  return { ...shownState(state), usage: state?.usage.total, turn, previous, userTurns };
}

const BASE = "019c0000-0000-7000-8000-000000000001";
const FORK = "019c0000-0000-7000-8000-000000000002";
const baseName = `rollout-2026-03-01T10-00-00-${BASE}.jsonl`;
const forkName = `rollout-2026-03-01T10-00-00-${FORK}.jsonl`;
const numbered = (from: number, ...lines: readonly object[]): string =>
  textOf(lines.map((one, index) => ({ ...one, ordinal: from + index })));
const baseText = numbered(0, { ...meta, payload: { ...meta.payload, id: BASE } }, user("ask 1"));

/** A fork of the whole base, referred to with these members instead of the right ones. */
function forkOf(base: object, own: object = {}): string {
  const history_base = {
    thread_id: BASE,
    end_ordinal_exclusive: 2,
    end_byte_offset: baseText.length,
    ...base,
  };
  const members = {
    id: FORK,
    forked_from_id: BASE,
    history_mode: "paginated",
    history_base,
    ...own,
  };
  return numbered(2, line("session_meta", members), answer("say 1"));
}

function open(fork: string, base: string | null = baseText) {
  const contents = new Map([[forkName, Buffer.from(fork)]]);
  if (base !== null) contents.set(baseName, Buffer.from(base));
  return read(memoryFile(contents, forkName));
}

describe("a base that does not fit", () => {
  const refused = (reason: string, file = baseName) => ({
    code: "damaged-lineage",
    details: { reason, file },
  });

  test("is refused with the file, the place and the reason", async () => {
    expect((await open(forkOf({}))).texts).toEqual(["ask 1", "say 1"]);
    await expect(open(forkOf({}), null)).rejects.toMatchObject(refused("missing", forkName));
    await expect(open(forkOf({ end_byte_offset: 9e9 }))).rejects.toMatchObject(refused("bytes"));
    await expect(open(forkOf({ end_byte_offset: 9 }))).rejects.toMatchObject(refused("cut"));
    await expect(open(forkOf({ end_byte_offset: 0 }))).rejects.toMatchObject(refused("cut"));
    await expect(open(forkOf({}), numbered(1, meta, user("ask 1")))).rejects.toMatchObject(
      refused("ordinal"),
    );
    const late = forkOf({ end_ordinal_exclusive: 3 });
    await expect(open(late)).rejects.toMatchObject(refused("ordinal", forkName));
    await expect(open(forkOf({}), baseText.replace(BASE, FORK))).rejects.toMatchObject(
      refused("thread"),
    );
    const unforked = forkOf({}, { forked_from_id: undefined });
    await expect(open(unforked)).rejects.toMatchObject(refused("thread"));
  });

  test("is refused where its history begins in itself", async () => {
    const text = (end_byte_offset: number): string => {
      const base = { thread_id: FORK, end_ordinal_exclusive: 2, end_byte_offset };
      const own = line("session_meta", { id: FORK, history_base: base });
      return `${numbered(2, own)}${numbered(1, user("ask 1"))}`;
    };
    await expect(open(text(text(100).length))).rejects.toMatchObject(refused("cycle", forkName));
  });

  test("a reference or a mode that is not known is refused, too", async () => {
    for (const payload of [
      { history_mode: "woven" },
      { history_base: "there" },
      { history_base: { thread_id: BASE } },
    ]) {
      const text = textOf([line("session_meta", { id: FORK, ...payload }), user("ask 1")]);
      await expect(open(text)).rejects.toMatchObject(refused("unknown", forkName));
    }
    const legacy = textOf([line("session_meta", { id: FORK, history_mode: "legacy" })]);
    await expect(open(legacy)).resolves.toMatchObject({ damage: [] });
  });
});

test("damage in a base is reported with the base's name and the place in it", async () => {
  const broken = `${textOf([{ ...meta, payload: { id: BASE }, ordinal: 0 }])}no line\n${numbered(1, user("ask 1"))}`;
  const { damage, texts } = await open(
    `${forkOf({ end_byte_offset: broken.length })}nothing\n`,
    broken,
  );
  const byte = broken.indexOf("no line");
  expect(texts).toEqual(["ask 1", "say 1"]);
  expect(damage).toMatchObject([
    { file: baseName, line: 2, byte, offset: 1 },
    { line: 3, offset: null },
  ]);
  expect(damage[1]).not.toHaveProperty("file");
});

test("a fork says its own instructions from its first line on", async () => {
  const base_instructions = { text: "Be brief." };
  const fork = forkOf({}, { base_instructions });
  const { rollout } = await open(fork);
  const state = await replay(rollout.source);
  expect(state.thread?.instructions?.text).toBe("Be brief.");
  const [event] = await collect(rollout.source.read({ from: 2, to: 2 }));
  expect(event).toMatchObject({ type: "instructions.set" });
});

test("a fork that says the instructions of its base says nothing new", async () => {
  const base_instructions = { text: "Be brief." };
  const first = { ...meta, payload: { id: BASE, base_instructions } };
  const base = numbered(0, first, user("ask 1"));
  const fork = forkOf({ end_byte_offset: base.length }, { base_instructions });
  const { rollout } = await open(fork, base);
  const [event] = await collect(rollout.source.read({ from: 2, to: 2 }));
  expect(event).toMatchObject({ type: "foreign.kept" });
});

test("an image of the base is found by its hash", async () => {
  const image = { type: "input_image", image_url: "data:image/png;base64,aGk=" };
  const shown = item({ type: "message", role: "user", content: [image] });
  const base = numbered(0, { ...meta, payload: { id: BASE } }, shown);
  const { rollout } = await open(forkOf({ end_byte_offset: base.length }), base);
  const hash = /sha256-[0-9a-f]{64}/.exec(
    JSON.stringify(await collect(rollout.source.read({ from: 1, to: 1 }))),
  );
  const bytes = await rollout.blobs.get(hash?.[0] ?? "");
  expect(Buffer.from(bytes).toString()).toBe("hi");
});
