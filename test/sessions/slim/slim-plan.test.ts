import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openForeign } from "../../../src/dialects/dialects.js";
import { GoneParts } from "../../../src/dialects/shared/slimming.js";
import { isJsonObject } from "../../../src/events/json.js";
import type { JsonObject } from "../../../src/events/primitives.js";
import { stateAt } from "../../../src/reducers/resume.js";
import { buildRequest } from "../../../src/sessions/session-request.js";
import { planSlimming, slimDifference } from "../../../src/sessions/slim/slim-plan.js";
import { codexRollout } from "../../../src/testing/arbitraries/codex-rollout.js";
import { contentOf, recordedSessions, sharedSessions } from "../../cli/recorded-sessions.js";
import { claudeCodeTranscript } from "../../dialects/claude-code/transcript-arbitrary.js";
import { piSession } from "../../dialects/pi/session-arbitrary.js";
import { collect, memoryBytes } from "../../dialects/shared/memory-bytes.js";

const SESSIONS: readonly (readonly [string, fc.Arbitrary<readonly JsonObject[]>])[] = [
  ["Codex", codexRollout({ maxTurns: 8 }).map((lines) => lines.map((line) => ({ ...line })))],
  ["Claude Code", claudeCodeTranscript()],
  ["pi", piSession()],
];

describe.each(SESSIONS)("a session of %s", (_, sessions) => {
  const wishes = { session: sessions.map(withLongOutputs), keepTurns: fc.nat({ max: 4 }) };

  test("gives the same requests after slimming, at its end and before each kept turn", async () => {
    let shorter = 0;
    const property = fc.asyncProperty(fc.record(wishes), async ({ session, keepTurns }) => {
      const content = linesOf(session);
      const { slim, states } = await slimmed(content, keepTurns);
      if (slim.length < content.length) shorter += 1;
      const offsets = states.map(({ offset }) => offset);
      expect(await requestsAt(slim, offsets)).toEqual(await requestsAt(content, offsets));
      const { rollout } = await openForeign(memoryBytes(slim));
      expect(await slimDifference(states, rollout)).toBeNull();
    });
    await fc.assert(property, { numRuns: 60 });
    expect(shorter).toBeGreaterThan(5);
  });

  test("keeps its lines, each whole and none longer, and slims no further", async () => {
    const property = fc.asyncProperty(fc.record(wishes), async ({ session, keepTurns }) => {
      const content = linesOf(session);
      const { slim } = await slimmed(content, keepTurns);
      const [before, after] = [content.split("\n"), slim.split("\n")];
      expect(after).toHaveLength(before.length);
      after.forEach((line, index) => {
        expect(line.length).toBeLessThanOrEqual(before[index]?.length ?? 0);
        if (line !== "") expect(isJsonObject(JSON.parse(line))).toBe(true);
      });
      expect((await slimmed(slim, keepTurns)).slim).toBe(slim);
    });
    await fc.assert(property, { numRuns: 40 });
  });
});

const recorded = [...recordedSessions(), ...sharedSessions()]
  .map(({ path }) => path)
  .filter((path) => !/damaged|thread\.jsonl/.test(path));

describe.each(recorded)("%s", (path) => {
  test("gives the same requests after slimming, and slims no further", async () => {
    const content = contentOf(path).toString("utf8");
    const { slim, states } = await slimmed(content, 2);
    const { rollout } = await openForeign(memoryBytes(slim));
    expect(await slimDifference(states, rollout)).toBeNull();
    expect((await slimmed(slim, 2)).slim).toBe(slim);
  });
});

test("a shorter file whose prompt is another is found out", async () => {
  const lines = [
    '{"timestamp":"2026-03-01T10:00:00.000Z","type":"session_meta","payload":{"id":"019c0000-0000-7000-8000-000000000001","timestamp":"2026-03-01T10:00:00.000Z","cwd":"/","originator":"codex","cli_version":"0.146.0"}}',
    '{"timestamp":"2026-03-01T10:00:01.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"one"}]}}',
  ];
  const content = lines.join("\n");
  const { states } = await slimmed(content, 1);
  const { rollout } = await openForeign(memoryBytes(content.replace('"one"', '"two"')));
  const difference = await slimDifference(states, rollout);
  expect(difference).toEqual({ offset: 1, what: "the prompt at offset 1" });
});

async function slimmed(content: string, keepTurns: number) {
  const plan = await planSlimming(await openForeign(memoryBytes(content)), { keepTurns });
  const parts = await collect(plan.parts(new GoneParts()));
  return { slim: Buffer.concat(parts).toString("utf8"), states: plan.states };
}

/** Whole bodies with their images, made by replaying anew up to each offset. */
async function requestsAt(
  content: string,
  offsets: readonly number[],
): Promise<readonly unknown[]> {
  const { source, blobs } = (await openForeign(memoryBytes(content))).rollout;
  const bodies: unknown[] = [];
  for (const offset of offsets) {
    const wish = { provider: "openai-responses", model: "a-model", placeholders: true } as const;
    const { request } = await buildRequest(await stateAt(source, offset), { source, blobs }, wish);
    bodies.push(request.body);
  }
  return bodies;
}

const linesOf = (objects: readonly JsonObject[]): string =>
  objects.map((object) => `${JSON.stringify(object)}\n`).join("");

/** Outputs that are worth to be left out, and an image beside each message of a Codex user. */
function withLongOutputs(objects: readonly JsonObject[]): readonly JsonObject[] {
  return objects.map((object, index) => {
    const { payload, message } = object;
    if (isJsonObject(payload)) return { ...object, payload: withLongOutput(payload, index) };
    return isJsonObject(message) ? { ...object, message: withLongOutput(message, index) } : object;
  });
}

function withLongOutput(value: JsonObject, index: number): JsonObject {
  const { type, role, output, content } = value;
  const tail = ` ${String(index).repeat(300)}`;
  if (typeof output === "string") return { ...value, output: output + tail };
  if (!Array.isArray(content)) return value;
  if (type === "message" && role === "user") {
    const image = { type: "input_image", image_url: `data:image/png;base64,${btoa(tail)}` };
    return { ...value, content: content.concat(image) };
  }
  const isResult = role === "toolResult";
  const parts = content.map((part: unknown) => longer(part, isResult, tail));
  return { ...value, content: parts };
}

function longer(part: unknown, isResult: boolean, tail: string): unknown {
  if (!isJsonObject(part)) return part;
  if (isResult && typeof part.text === "string") return { ...part, text: part.text + tail };
  const isOutput = part.type === "tool_result" && typeof part.content === "string";
  return isOutput ? { ...part, content: `${String(part.content)}${tail}` } : part;
}
