import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { redactText } from "../../../src/projections/redaction/redact-text.js";
import { SECRETS, TOLD_SECRETS } from "./secrets.js";

const PLAIN = fc.constantFrom(
  "",
  " ",
  "see ",
  "\n",
  '"',
  "{",
  "die Tür → 漢字 ",
  "a-b_c d ",
  "tokens: 12 ",
);

describe.each(Object.entries(SECRETS))("%s", (kind, secrets) => {
  test("is replaced wherever it stands, by the same placeholder, and nothing else is", () => {
    const property = fc.property(secrets, PLAIN, PLAIN, (secret, before, after) => {
      const text = `${before} ${secret} ${after} ${secret}`;
      const { text: redacted, findings } = redactText(text);
      const placeholder = `[redacted:${kind}:1]`;
      expect(redacted).toBe(`${before} ${placeholder} ${after} ${placeholder}`);
      expect(findings).toEqual([{ kind, placeholder, count: 2, offsets: [] }]);
    });
    fc.assert(property, { numRuns: 50 });
  });

  test("is replaced right behind a terminal's colours, and behind an escape of source code", () => {
    const escapes = fc.constantFrom(
      "\x1b[90m",
      "\x1b[1;32m",
      "\\u001b[22m",
      "\\x1b[0m",
      "\\n",
      "\\t",
    );
    const property = fc.property(secrets, escapes, (secret, escape) => {
      const { text } = redactText(`see 1${escape}${secret} and\x1b[0m`);
      expect(text).not.toContain(secret);
      expect(text).toContain(`[redacted:${kind}:1]`);
    });
    fc.assert(property, { numRuns: 50 });
  });

  test("is replaced inside JSON inside JSON", () => {
    const property = fc.property(secrets, fc.nat(3), (secret, depth) => {
      let text = JSON.stringify({ [secret]: [`\n"${secret}"`] });
      for (let level = 0; level < depth; level++) text = JSON.stringify({ arguments: text });
      const { text: redacted } = redactText(text);
      expect(redacted).not.toContain(secret);
      expect(redacted).not.toContain(JSON.stringify(secret).slice(1, -1));
      expect(JSON.parse(redacted)).toBeTypeOf("object");
    });
    fc.assert(property, { numRuns: 30 });
  });
});

describe.each(Object.entries(TOLD_SECRETS))("%s", (kind, secrets) => {
  test("is replaced where its surroundings tell it, and by itself elsewhere", () => {
    const property = fc.property(secrets, PLAIN, ([before, secret], plain) => {
      const { text } = redactText(`${secret} ${plain} ${before}${secret}"`);
      const placeholder = `[redacted:${kind}:1]`;
      expect(text).toBe(`${placeholder} ${plain} ${before}${placeholder}"`);
    });
    fc.assert(property, { numRuns: 50 });
  });
});

test("redacting a second time changes nothing", () => {
  const all = [
    ...Object.values(SECRETS),
    ...Object.values(TOLD_SECRETS).map((one) => one.map((pair) => pair.join(""))),
  ];
  const property = fc.property(fc.array(fc.oneof(PLAIN, ...all)), (parts) => {
    const { text } = redactText(parts.join(" "));
    expect(redactText(text)).toEqual({ text, findings: [] });
  });
  fc.assert(property, { numRuns: 300 });
});

test.each([
  ["const password = readPassword();"],
  ["password: string; token?: string"],
  ["max_tokens: 4096, token_count: 1234567890123"],
  ["sha256-0849faa3c50fab3718e8bf4947e2234000737cba7c4485c10d3cdf4f63309f24"],
  ["see https://example.com/a:b@c and user@localhost, task-list-of-things-to-do-next-week"],
  ["/home and /Users/ and C:\\Users"],
  ["-----BEGIN PUBLIC KEY-----\nMFkw\n-----END PUBLIC KEY-----"],
])("%s holds no secret", (text) => {
  expect(redactText(text)).toEqual({ text, findings: [] });
});

test.each([
  ["/Users/orla/x", "home-path"],
  ["C:\\Users\\orla\\x", "home-path"],
  ["\\/home\\/orla\\/x", "home-path"],
  ["postgres://app:s3cr3t@db/main", "url-password"],
  ["aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "aws-secret-key"],
])("%s holds a %s", (text, kind) => {
  expect(redactText(text).findings).toMatchObject([{ kind, count: 1 }]);
});

test("patterns of one's own are redacted too, in time that grows with the text only", () => {
  const text = `ticket ACME-123, ${"a".repeat(100_000)}!`;
  const { findings, text: redacted } = redactText(text, { patterns: ["ACME-\\d+", "(a+)+$"] });
  expect(redacted.startsWith("ticket [redacted:own:1], aaa")).toBe(true);
  expect(findings).toMatchObject([{ kind: "own", count: 1 }]);
});

test.each([["("], ["(?=x)"], ["a*"], [String.raw`(a)\1`]])("%s is no pattern", (pattern) => {
  expect(() => redactText("", { patterns: [pattern] })).toThrow(
    expect.objectContaining({ code: "invalid-argument" }),
  );
});
