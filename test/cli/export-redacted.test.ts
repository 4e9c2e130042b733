import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { temporaryHome } from "../store/jsonl/home.js";
import { PASSWORD_CONTEXTS, TOKEN_CONTEXTS } from "../projections/redaction/contexts.js";
import { callRefold } from "./run-refold.js";

const CLEAN = fileURLToPath(new URL("../../fixtures/clean.jsonl", import.meta.url));
const SECRETS = ["sk-ant-api03-Zm9vYmFyYmF6cXV4Zm9v", "mara@tidewater.example", "TICKET-4711"];
const CONTEXTS = [...Object.values(PASSWORD_CONTEXTS), ...Object.values(TOKEN_CONTEXTS)].flat();
/** One in each context; the contexts know nothing of each other, for each secret is another one. */
const TOLD = CONTEXTS.map((_, at) => `Hq${at}vTr0ub4dorMn7xKcW9${at}z`);
const HEX = Buffer.from(SECRETS[0] ?? "").toString("hex");
const FORMATS = ["md", "html", "json", "codex", "claude-code", "pi", "bundle"];

/** A recorded session with three more lines, a secret of a well-known shape, an address, a ticket. */
function leakySession(): string {
  const path = join(temporaryHome(), "leaky.jsonl");
  const told = CONTEXTS.map(([before, after], at) => `see ${before}${TOLD[at] ?? ""}${after}`);
  const plain = SECRETS.map((secret) => `it is ${secret}, keep it`);
  const text = [plain.join("; "), HEX, ...told].join("\n\n");
  const payload = { type: "message", role: "user", content: [{ type: "input_text", text }] };
  const line = { timestamp: "2026-04-02T12:00:00.000Z", type: "response_item", payload };
  writeFileSync(path, `${readFileSync(CLEAN, "utf8")}${JSON.stringify(line)}\n`);
  return path;
}

describe.each(FORMATS)("--format %s", (format) => {
  test("--redact leaves no secret in the file, says what it replaced, and changes no source", async () => {
    const [path, folder] = [leakySession(), temporaryHome()];
    const before = readFileSync(path);
    const output = join(folder, "out");
    const words = ["export", path, "--format", format, "-o", output];
    const ran = await callRefold([...words, "--redact-pattern", "TICKET-\\d+"]);
    expect(ran).toMatchObject({ code: 0, stdout: "" });
    const bytes = readFileSync(output);
    const text = (format === "bundle" ? gunzipSync(bytes) : bytes).toString("utf8");
    const secrets = [...SECRETS, ...TOLD, HEX];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(secrets.filter((secret) => ran.stderr.includes(secret))).toEqual([]);
    for (const kind of ["anthropic-key", "email", "own"]) {
      expect(ran.stderr).toMatch(new RegExp(`${kind}.* time`));
    }
    expect(readFileSync(path).equals(before)).toBe(true);
    const plain = join(folder, "plain");
    await callRefold(["export", path, "--format", format, "-o", plain]);
    const raw = readFileSync(plain);
    expect((format === "bundle" ? gunzipSync(raw) : raw).toString("utf8")).toContain(SECRETS[0]);
  });
});

test("--redact leaves pictures out of a page, which nobody has looked through for secrets", async () => {
  const images = fileURLToPath(new URL("../../fixtures/images.jsonl", import.meta.url));
  const words = ["export", images, "--format", "html"];
  const held = (page: string) => /id="blobs">\n([^<]*)</.exec(page)?.[1]?.match(/\n/g)?.length ?? 0;
  const pictures = held((await callRefold(words)).stdout);
  expect(pictures).toBeGreaterThan(0);
  const redacted = await callRefold([...words, "--redact"]);
  expect(held(redacted.stdout)).toBe(0);
  expect(redacted.stderr).toContain("left out: 2 payloads");
});

describe.each(["codex", "claude-code", "pi"])("a session of %s", (source) => {
  test("holds no secret in any format", async () => {
    const [path, folder] = [leakySession(), temporaryHome()];
    const session = join(folder, "session.jsonl");
    await callRefold(["export", path, "--format", source, "-o", session]);
    for (const format of FORMATS) {
      const output = join(folder, format);
      const words = ["export", session, "--format", format, "-o", output];
      const ran = await callRefold([...words, "--redact-pattern", "TICKET-\\d+"]);
      expect(ran.code).toBe(0);
      expect(ran.stderr).toContain("no rules know every secret");
      const bytes = readFileSync(output);
      const text = (format === "bundle" ? gunzipSync(bytes) : bytes).toString("utf8");
      const left = [...SECRETS, ...TOLD, HEX].filter((secret) => text.includes(secret));
      expect({ format, left }).toEqual({ format, left: [] });
    }
  });
});

test("a pattern that is none, or a file of them that is not there, is a wrong use", async () => {
  const words = ["export", CLEAN, "--format", "md"];
  const broken = await callRefold([...words, "--redact-pattern", "(unclosed"]);
  expect(broken.code).toBe(2);
  expect(broken.stderr).toContain("(unclosed");
  const missing = await callRefold([...words, "--redact-patterns", "/nowhere/patterns"]);
  expect(missing.code).toBe(1);
  expect(missing.stderr).toContain("no such file: /nowhere/patterns");
});
